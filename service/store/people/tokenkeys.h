// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "crypto/keyring.h"
#include "crypto/signingkeys.h"

namespace Store {

class Session;

/**
 * The keys that tokens are signed with, kept as one sealed row so that every node has them; made at
 * the first start. On the writer's session, opens its own transaction.
 * Error::SecretUnreadable: they are there but the master key is another one; nothing is replaced,
 * for that would log out everybody because of a wrong setting.
 */
Result<Crypto::SigningKeys> tokenKeys(Session &session, const Crypto::KeyRing &keys);

/// New key, old tokens stay valid until `oldValidUntil` (seconds). Returns the new ring.
Result<Crypto::SigningKeys> rotateTokenKeys(Session &session, const Crypto::KeyRing &keys,
                                            qint64 oldValidUntil);

} // namespace Store
