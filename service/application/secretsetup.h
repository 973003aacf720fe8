// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config.h"
#include "crypto/keyring.h"
#include "keychain/keychainstore.h"
#include "store/secrets/mailboxsecrets.h"

#include <functional>
#include <memory>

/**
 * Chooses the store for the secrets of mailboxes by the configuration: the OS keychain for a desktop,
 * sealed rows for a server, which never opens D-Bus. Made, used and destroyed on the main thread;
 * the stores answer on any.
 */
class SecretSetup
{
public:
    /// Error::BadRequest: a keychain is configured, but this process cannot use one.
    static Result<std::unique_ptr<SecretSetup>>
    make(const Config &config, Store::Database &database, const Crypto::KeyRing &keys);

    Store::MailboxSecrets &mailboxes() { return m_mailboxes; }
    /// The store for secrets that must be readable without a user to unlock a keychain, such as webhooks.
    SecretStore &sealed() { return m_sealed; }

    /// Completes the unfinished work of an earlier run. `unlocked` is called whenever the keychain is
    /// unlocked after a secret was needed. Call before the first put().
    Result<void> begin(std::function<void()> unlocked);

    void close(); ///< ends the use of the keychain; see KeychainStore::close()

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
