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
 * Reads a key pair from the configuration: the public key as base64url of its 65 bytes, the private key
 * as base64url of its 32 bytes or as PEM. Error::BadRequest if one is not a valid key, or if they do not
 * belong together: browsers would get one key, and messages would be signed with another.
 */
Result<Crypto::P256Key> givenKey(const QString &publicText, const QString &privateText);

/**
 * The key pair of this installation, stored as a sealed row; created at the first start. Runs on the
 * writer's session and opens its own transaction. Error::SecretUnreadable: the row was sealed with
 * another master key. It is not replaced, because a new pair would make all subscriptions invalid.
 */
Result<Crypto::P256Key> storedKey(Store::Session &session, const Crypto::KeyRing &keys);

} // namespace Push
