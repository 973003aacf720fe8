// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config.h"

#include <QStringList>

namespace Cli {

/**
 * `postriderd migrate-secrets --to keychain|sealed`: moves the secrets of all accounts, each read
 * back before the old one goes; interrupted, it goes on when it is started again. The service must
 * not run. Runs the event loop. Returns the exit code: 0, 1 where one stayed, 2 where what was asked
 * for is wrong.
 */
int migrateSecrets(Config config, const QStringList &arguments);

} // namespace Cli
