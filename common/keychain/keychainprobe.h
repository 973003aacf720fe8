// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/secretstore.h"

#include <chrono>

/**
 * The state of the keychain of this session. QtKeychain does not report it: for a locked keyring it
 * reports a missing entry when reading, and a success when deleting. Nothing is unlocked and the
 * user sees no prompt. Main thread; answers after `within` at the latest, then as Unavailable.
 *
 * Windows and macOS open their keychain with the session, so there it is always Ready.
 */
QCoro::Task<SecretStore::State> keychainState(std::chrono::milliseconds within);
