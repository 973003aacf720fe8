// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/secretstore.h"
#include "crypto/keyring.h"

namespace Store {
class Session;
}

namespace Cli {

/**
 * The secrets of an installation for a command that runs beside its service: opened from the sealed
 * rows, or read from the OS keychain, and never written. Lives on the thread of `session`, which must
 * outlive the object.
 */
class StoredSecrets : public SecretStore
{
public:
    /// `keys`: an error is the reason why nothing can be opened. `keychain`: null: none can be used.
    StoredSecrets(Store::Session &session, Result<Crypto::KeyRing> keys, SecretStore *keychain)
        : m_session(session), m_keys(std::move(keys)), m_keychain(keychain)
    {
    }

    QCoro::Task<Result<QByteArray>> get(QString ref) override;
    QCoro::Task<Result<void>> put(QString ref, QByteArray secret) override; ///< refused
    QCoro::Task<Result<void>> remove(QString ref) override;                 ///< refused
    QCoro::Task<State> state() override;

private:
    Store::Session &m_session;
    const Result<Crypto::KeyRing> m_keys;
    SecretStore *const m_keychain;
};

} // namespace Cli
