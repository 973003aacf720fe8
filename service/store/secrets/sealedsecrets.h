// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/secretstore.h"
#include "crypto/keyring.h"
#include "store/db/database.h"

namespace Store {

/**
 * Secrets as sealed rows of the table `secrets`: used on a server without a keychain. A row can be
 * opened only under its own ref, so that a row copied over another is detected. Any thread; the
 * database must outlive it.
 */
class SealedSecrets : public SecretStore
{
public:
    SealedSecrets(Database &database, Crypto::KeyRing keys);

    QCoro::Task<Result<QByteArray>> get(QString ref) override;
    QCoro::Task<Result<void>> put(QString ref, QByteArray secret) override;
    QCoro::Task<Result<void>> remove(QString ref) override;
    QCoro::Task<State> state() override; ///< always Ready: a wrong key shows in get()

    /// Seals again with the ring's current key all rows that were sealed with an older key; rows
    /// that cannot be opened are not changed. Returns the number of rows sealed again.
    QCoro::Task<Result<int>> resealAll();

private:
    Database &m_database;
    Crypto::KeyRing m_keys;
};

// The same within the session of the caller, so that a secret and the row that needs it are one
// transaction. `ref` is ASCII.

/// Error::NotFound, or Error::SecretUnreadable.
Result<QByteArray> openSecret(Session &session, const Crypto::KeyRing &keys, const QByteArray &ref);
/// Inserts or replaces; inside a Transaction.
Result<void> sealSecret(Session &session, const Crypto::KeyRing &keys, const QByteArray &ref,
                        QByteArrayView secret);

} // namespace Store
