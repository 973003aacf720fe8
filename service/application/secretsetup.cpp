// SPDX-License-Identifier: GPL-3.0-or-later
#include "application/secretsetup.h"

#include "store/db/transaction.h"
#include "store/secrets/keychainitems.h"
#include "store/secrets/secrets.h"

#include <QLoggingCategory>

#include <future>

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(logSecrets, "postrider.secrets", QtInfoMsg)

Store::SecretPlace placeOf(const Config &config)
{
    if (config.secrets == u"keychain")
        return Store::SecretPlace::Keychain;
    return config.secrets == u"sealed" ? Store::SecretPlace::Sealed
                                       : Store::SecretPlace::KeychainIfThere;
}

/// Removes secrets that a killed process stored without the row that refers to them.
Result<void> removeOrphans(Store::Session &session)
{
    Store::Transaction tx(session);
    const Result<int> swept = Store::sweepSecrets(session);
    RETURN_IF_ERROR(swept);
    const Result<void> done = tx.commit(Store::letKeychainOrphansLeave(session));
    if (done && *swept > 0)
        qCInfo(logSecrets) << *swept
                           << "stored secrets belonged to no account or webhook and were removed";
    return done;
}

} // namespace

Result<std::unique_ptr<SecretSetup>>
SecretSetup::make(const Config &config, Store::Database &database, const Crypto::KeyRing &keys)
{
    std::unique_ptr<KeychainStore> keychain;
    if (config.isDesktop) { // also with `sealed`: the keychain may have older secrets
        const Result<void> usable = KeychainStore::isUsable();
        if (!usable && config.secrets != u"sealed")
            return usable.error();
        if (usable)
            keychain = std::make_unique<KeychainStore>(KeychainStore::Options{
                .service = u"Postrider"_s, .patience = config.keychainPatience });
    }
    return std::unique_ptr<SecretSetup>(
        new SecretSetup(config, database, keys, std::move(keychain)));
}

SecretSetup::SecretSetup(const Config &config, Store::Database &database,
                         const Crypto::KeyRing &keys, std::unique_ptr<KeychainStore> keychain)
    : m_database(database), m_sealed(database, keys), m_isKeyChanging(keys.keys().size() > 1),
      m_keychain(std::move(keychain)),
      m_mailboxes(database, m_sealed, m_keychain.get(), placeOf(config))
{
}

// Seals all secrets with the new key, so that the old key can be removed afterwards.
QCoro::Task<> SecretSetup::sealWithNewKey()
{
    const Result<int> count = co_await m_sealed.resealAll();
    if (!count)
        qCWarning(logSecrets).noquote()
            << "cannot seal the secrets with the new key:" << count.error().message;
    else if (*count > 0)
        qCInfo(logSecrets) << *count << "secrets were sealed with the new key";
}

Result<void> SecretSetup::begin(std::function<void()> unlocked)
{
    if (m_isKeyChanging)
        sealWithNewKey();
    std::promise<Result<void>> swept;
    m_database.write(
        [&swept](Store::Session &session) { swept.set_value(removeOrphans(session)); });
    Result<void> done = swept.get_future().get();
    if (!done || !m_keychain)
        return done;
    QObject::connect(m_keychain.get(), &KeychainStore::unlocked, m_keychain.get(),
                     [this, unlocked = std::move(unlocked)] {
                         m_mailboxes.removeLeaving();
                         unlocked();
                     });
    m_mailboxes.removeLeaving();
    return {};
}

void SecretSetup::close()
{
    if (m_keychain)
        m_keychain->close();
}
