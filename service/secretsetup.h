// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config.h"
#include "crypto/keyring.h"
#include "keychain/keychainstore.h"
#include "store/secrets/mailboxsecrets.h"

#include <functional>
#include <memory>

/**
 * Where the secrets of mailboxes are, as the configuration wants it: the OS keychain for a desktop,
 * sealed rows for a server, which never opens D-Bus. Made, used and destroyed on the main thread;
 * the stores answer on any.
 */
class SecretSetup
{
public:
    /// Error::BadRequest: a keychain is wanted and this process cannot use one.
    static Result<std::unique_ptr<SecretSetup>>
    make(const Config &config, Store::Database &database, const Crypto::KeyRing &keys);

    Store::MailboxSecrets &mailboxes() { return m_mailboxes; }
    /// What the service needs without anybody there to unlock a keychain, such as webhooks.
    SecretStore &sealed() { return m_sealed; }

    /// Finishes what an earlier run left half done; `unlocked` is called whenever the keychain
    /// opens after somebody needed it. Before the first put().
    Result<void> begin(std::function<void()> unlocked);

    void close(); ///< the keychain is asked no more; see KeychainStore::close()

private:
    SecretSetup(const Config &config, Store::Database &database, const Crypto::KeyRing &keys,
                std::unique_ptr<KeychainStore> keychain);

    QCoro::Task<> sealWithNewKey();

    Store::Database &m_database;
    Store::SealedSecrets m_sealed;
    const bool m_isKeyChanging;
    std::unique_ptr<KeychainStore> m_keychain; ///< null: none is used
    Store::MailboxSecrets m_mailboxes;
};
