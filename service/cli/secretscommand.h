// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config.h"

#include <QStringList>

namespace Cli {

/**
 * `postriderd migrate-secrets --to keychain|sealed`: moves the secrets of all accounts. Each is
 * read back before the old one is removed. After an interruption the same command continues. The service
 * must not run. Runs the event loop. Returns the exit code: 0; 1 if a secret could not be moved; 2 if the
 * command line is wrong.
 */
int migrateSecrets(Config config, const QStringList &arguments);

} // namespace Cli
