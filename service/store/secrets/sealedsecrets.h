// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/secretstore.h"
#include "crypto/keyring.h"
#include "store/db/database.h"

namespace Store {

/**
 * Secrets as sealed rows of the table `secrets`: what a server without a keychain uses. A row opens
 * only under its own ref, so that one copied over another is noticed. Any thread; the database
 * outlives it.
 */
class SealedSecrets : public SecretStore
{
public:
    SealedSecrets(Database &database, Crypto::KeyRing keys);

    QCoro::Task<Result<QByteArray>> get(QString ref) override;
    QCoro::Task<Result<void>> put(QString ref, QByteArray secret) override;
    QCoro::Task<Result<void>> remove(QString ref) override;
    QCoro::Task<State> state() override; ///< always Ready: a wrong key shows in get()

    /// Seals with the ring's current key what an older key sealed; what cannot be opened stays as it
    /// is. Returns how many were sealed anew.
    QCoro::Task<Result<int>> resealAll();

private:
    Database &m_database;
    Crypto::KeyRing m_keys;
};

// The same inside somebody else's session, so that a secret and the row that needs it are one
// transaction. `ref` is ASCII.

/// Error::NotFound, or Error::SecretUnreadable.
Result<QByteArray> openSecret(Session &session, const Crypto::KeyRing &keys, const QByteArray &ref);
/// Inserts or replaces; inside a Transaction.
Result<void> sealSecret(Session &session, const Crypto::KeyRing &keys, const QByteArray &ref,
                        QByteArrayView secret);

} // namespace Store
