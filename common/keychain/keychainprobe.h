// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/secretstore.h"

#include <chrono>

/**
 * What state the keychain of this session is in. QtKeychain cannot tell: it reports a locked keyring
 * as an entry that is not there, and the end of one that is locked as a success. Nothing is unlocked
 * and nobody is asked. Main thread; answers after `within` at the latest, then as Unavailable.
 *
 * Windows and macOS open their keychain with the session, so there it is always Ready.
 */
QCoro::Task<SecretStore::State> keychainState(std::chrono::milliseconds within);
