// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "crypto/keyring.h"
#include "crypto/signingkeys.h"

namespace Store {

class Session;

/**
 * The keys that tokens are signed with, stored as one sealed row so that all nodes share them;
 * created at the first start. On the writer's session, opens its own transaction.
 * Error::SecretUnreadable: the keys exist but were sealed with another master key. Nothing is
 * replaced, because that would log out all users after a wrong setting.
 */
Result<Crypto::SigningKeys> tokenKeys(Session &session, const Crypto::KeyRing &keys);

/// Creates a new key; old tokens stay valid until `oldValidUntil` (seconds). Returns the new ring.
Result<Crypto::SigningKeys> rotateTokenKeys(Session &session, const Crypto::KeyRing &keys,
                                            qint64 oldValidUntil);

} // namespace Store
