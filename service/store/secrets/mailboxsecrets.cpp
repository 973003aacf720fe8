// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/secrets/mailboxsecrets.h"

#include "store/db/transaction.h"
#include "store/secrets/keychainitems.h"
#include "store/secrets/secrets.h"

#include <QLoggingCategory>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Q_LOGGING_CATEGORY(logSecrets, "postrider.secrets", QtInfoMsg)

/// A job that makes one change in its own transaction.
template<typename Change>
auto alone(Change change)
{
    return [change = std::move(change)](Session &session) -> Result<void> {
        Transaction tx(session);
        return tx.commit(change(session));
    };
}

Error withoutKeychain()
{
    return { Error::Code::SecretLocked,
             u"The password is in the keychain of a desktop session, which this service does not "
             "use: start it with --desktop, or enter the password again."_s };
}

} // namespace

MailboxSecrets::MailboxSecrets(Database &database, SealedSecrets &sealed, SecretStore *keychain,
                               SecretPlace place)
    : m_database(database), m_sealed(sealed), m_keychain(keychain),
      m_place(keychain ? place : SecretPlace::Sealed)
{
}

QCoro::Task<Result<void>> MailboxSecrets::note(QByteArray ref, KeychainItem state)
{
    auto change =
        alone([ref, state](Session &session) { return noteKeychainItem(session, ref, state); });
    Result<void> noted = co_await m_database.writing(std::move(change));
    co_return noted;
}

QCoro::Task<Result<bool>> MailboxSecrets::isKept(QByteArray ref)
{
    auto find = [ref](Session &session) {
        return isInKeychain(session, ref);
    };
    Result<bool> kept = co_await m_database.reading(std::move(find));
    co_return kept;
}

QCoro::Task<Result<QByteArray>> MailboxSecrets::get(QString ref)
{
    const Result<bool> kept = co_await isKept(ref.toLatin1());
    CO_RETURN_IF_ERROR(kept);
    if (*kept && !m_keychain)
        co_return withoutKeychain();
    SecretStore *where = *kept ? m_keychain : &m_sealed;
    Result<QByteArray> secret = co_await where->get(ref);
    co_return secret;
}

QCoro::Task<bool> MailboxSecrets::usesKeychain()
{
    if (m_place != SecretPlace::KeychainIfThere)
        co_return m_place == SecretPlace::Keychain;
    const State state = co_await m_keychain->state();
    if (state == State::Unavailable)
        qCWarning(logSecrets) << "no keychain answers in this session: the password is kept "
                                 "encrypted in the database instead";
    co_return state != State::Unavailable;
}

QCoro::Task<Result<void>> MailboxSecrets::put(QString ref, QByteArray secret)
{
    const bool inKeychain = co_await usesKeychain();
    if (inKeychain) {
        Result<void> stored = co_await putInKeychain(ref, secret);
        co_return stored;
    }
    Result<void> stored = co_await m_sealed.put(ref, secret);
    co_return stored;
}

QCoro::Task<Result<void>> MailboxSecrets::putInKeychain(QString ref, QByteArray secret)
{
    const QByteArray name = ref.toLatin1();
    const Result<void> begun = co_await note(name, KeychainItem::Writing);
    CO_RETURN_IF_ERROR(begun);
    const Result<void> stored = co_await m_keychain->put(ref, secret);
    if (!stored) { // a keychain that did not answer may have stored it
        co_await note(name, KeychainItem::Leaving);
        co_return stored;
    }
    Result<void> noted = co_await note(name, KeychainItem::Kept);
    co_return noted;
}

QCoro::Task<Result<void>> MailboxSecrets::remove(QString ref)
{
    const QByteArray name = ref.toLatin1();
    const Result<void> removed = co_await m_sealed.remove(ref);
    CO_RETURN_IF_ERROR(removed);
    auto leave = alone([name](Session &session) { return letKeychainItemLeave(session, name); });
    Result<void> noted = co_await m_database.writing(std::move(leave));
    if (noted && m_keychain)
        co_await removeLeaving();
    co_return noted;
}

QCoro::Task<Result<void>> MailboxSecrets::removeFromKeychain(QByteArray ref)
{
    const Result<void> removed = co_await m_keychain->remove(QString::fromLatin1(ref));
    if (!removed) {
        qCInfo(logSecrets).noquote()
            << "cannot remove an entry from the keychain yet:" << removed.error().message;
        co_return removed;
    }
    auto forget = alone([ref](Session &session) { return forgetKeychainItem(session, ref); });
    Result<void> forgotten = co_await m_database.writing(std::move(forget));
    co_return forgotten;
}

QCoro::Task<Result<void>> MailboxSecrets::removeLeaving()
{
    if (!m_keychain)
        co_return {};
    auto list = [](Session &session) {
        return keychainItemsToRemove(session);
    };
    const auto leaving = co_await m_database.reading(std::move(list));
    CO_RETURN_IF_ERROR(leaving);
    Result<void> outcome;
    for (const QByteArray &ref : *leaving) {
        const Result<void> removed = co_await removeFromKeychain(ref);
        if (!removed)
            outcome = removed;
    }
    co_return outcome;
}

QCoro::Task<SecretStore::State> MailboxSecrets::state()
{
    if (m_place == SecretPlace::Sealed)
        co_return State::Ready;
    const State state = co_await m_keychain->state();
    const bool isReplaced = state == State::Unavailable && m_place == SecretPlace::KeychainIfThere;
    co_return isReplaced ? State::Ready : state;
}

QCoro::Task<Result<void>> MailboxSecrets::verify(SecretStore *where, QString ref, QByteArray secret)
{
    const Result<QByteArray> back = co_await where->get(ref);
    CO_RETURN_IF_ERROR(back);
    if (*back != secret)
        co_return Error{ Error::Code::SecretUnreadable,
                         u"The secret that was read back differs from the one that was written; "
                         "the old one is kept."_s };
    co_return {};
}

/// From now on the secret is read from the new place. The old one is removed, or marked for removal.
QCoro::Task<Result<void>> MailboxSecrets::settle(QByteArray ref, bool isInKeychain)
{
    auto change = alone([ref, isInKeychain](Session &session) -> Result<void> {
        if (!isInKeychain)
            return letKeychainItemLeave(session, ref);
        const Result<void> noted = noteKeychainItem(session, ref, KeychainItem::Kept);
        return noted ? removeSecret(session, ref) : noted;
    });
    Result<void> settled = co_await m_database.writing(std::move(change));
    co_return settled;
}

QCoro::Task<Result<bool>> MailboxSecrets::move(QString ref, bool toKeychain)
{
    if (!m_keychain)
        co_return withoutKeychain();
    const QByteArray name = ref.toLatin1();
    const Result<bool> kept = co_await isKept(name);
    if (!kept || *kept == toKeychain)
        co_return kept ? Result<bool>(false) : kept;
    SecretStore *from = *kept ? m_keychain : &m_sealed;
    const Result<QByteArray> secret = co_await from->get(ref);
    CO_RETURN_IF_ERROR(secret);
    if (toKeychain) {
        const Result<void> noted = co_await note(name, KeychainItem::Writing);
        CO_RETURN_IF_ERROR(noted);
    }
    SecretStore *to = *kept ? &m_sealed : m_keychain;
    const Result<void> stored = co_await to->put(ref, *secret);
    CO_RETURN_IF_ERROR(stored);
    const Result<void> same = co_await verify(to, ref, *secret);
    CO_RETURN_IF_ERROR(same);
    const Result<void> settled = co_await settle(name, toKeychain);
    CO_RETURN_IF_ERROR(settled);
    co_await removeLeaving();
    co_return true;
}

} // namespace Store
