// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/tokenkeys.h"

#include "store/db/transaction.h"
#include "store/secrets/sealedsecrets.h"

namespace Store {

namespace {

const QByteArray tokenKeysRef = "token-keys";

Result<Crypto::SigningKeys> store(Session &session, const Crypto::KeyRing &keys,
                                  const Crypto::SigningKeys &ring)
{
    RETURN_IF_ERROR(sealSecret(session, keys, tokenKeysRef, ring.toJson()));
    return ring;
}

/// The stored ring, or a new one that is stored.
Result<Crypto::SigningKeys> loadOrMake(Session &session, const Crypto::KeyRing &keys)
{
    const Result<QByteArray> json = openSecret(session, keys, tokenKeysRef);
    if (json)
        return Crypto::SigningKeys::fromJson(*json);
    if (json.error().code != Error::Code::NotFound)
        return json.error();
    return store(session, keys, Crypto::SigningKeys::generate());
}

} // namespace

Result<Crypto::SigningKeys> tokenKeys(Session &session, const Crypto::KeyRing &keys)
{
    Transaction tx(session);
    return tx.commit(loadOrMake(session, keys));
}

Result<Crypto::SigningKeys> rotateTokenKeys(Session &session, const Crypto::KeyRing &keys,
                                            qint64 oldValidUntil)
{
    Transaction tx(session);
    const Result<Crypto::SigningKeys> old = loadOrMake(session, keys);
    RETURN_IF_ERROR(old);
    return tx.commit(store(session, keys, old->rotated(session.now(), oldValidUntil)));
}

} // namespace Store
