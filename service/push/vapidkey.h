// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "crypto/keyring.h"
#include "crypto/p256.h"

#include <QString>

namespace Store {
class Session;
}

namespace Push {

/**
 * A pair that the administrator gives: the public half as base64url of its 65 bytes, the private one
 * as base64url of its 32 bytes or as PEM. Error::BadRequest where one is no key, or where they do
 * not belong together: browsers would be given one, and messages signed with another.
 */
Result<Crypto::P256Key> givenKey(const QString &publicText, const QString &privateText);

/**
 * The pair of this installation, kept as a sealed row; made at the first start. On the writer's
 * session, opens its own transaction. Error::SecretUnreadable: it is there but the master key is
 * another one; it is not replaced, for that would make every subscription useless.
 */
Result<Crypto::P256Key> storedKey(Store::Session &session, const Crypto::KeyRing &keys);

} // namespace Push
