// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/secrets/sealedsecrets.h"

#include "crypto/sealed.h"
#include "store/db/transaction.h"
#include "store/secrets/secrets.h"

namespace Store {

namespace {

Crypto::SealPlace placeOf(const QByteArray &ref)
{
    return { .table = "secrets", .row = ref, .column = "sealed" };
}

Result<void> putAlone(Session &session, const Crypto::KeyRing &keys, const QByteArray &ref,
                      QByteArrayView secret)
{
    Transaction tx(session);
    return tx.commit(sealSecret(session, keys, ref, secret));
}

Result<void> removeAlone(Session &session, const QByteArray &ref)
{
    Transaction tx(session);
    return tx.commit(removeSecret(session, ref));
}

Result<int> reseal(Session &session, const Crypto::KeyRing &keys)
{
    Transaction tx(session);
    const Result<QList<Secret>> all = secretsUnder(session, {});
    RETURN_IF_ERROR(all);
    int count = 0;
    for (const Secret &old : *all) {
        if (!Crypto::needsReseal(old.sealed, keys))
            continue;
        const Result<QByteArray> plain = Crypto::unseal(old.sealed, placeOf(old.ref), keys);
        if (!plain)
            continue;
        RETURN_IF_ERROR(sealSecret(session, keys, old.ref, *plain));
        ++count;
    }
    return tx.commit(count);
}

} // namespace

SealedSecrets::SealedSecrets(Database &database, Crypto::KeyRing keys)
    : m_database(database), m_keys(std::move(keys))
{
}

QCoro::Task<Result<QByteArray>> SealedSecrets::get(QString ref)
{
    auto work = [keys = m_keys, name = ref.toUtf8()](Session &session) {
        return openSecret(session, keys, name);
    };
    Result<QByteArray> secret = co_await m_database.reading(std::move(work));
    co_return secret;
}

QCoro::Task<Result<void>> SealedSecrets::put(QString ref, QByteArray secret)
{
    auto work = [keys = m_keys, name = ref.toUtf8(), secret](Session &session) {
        return putAlone(session, keys, name, secret);
    };
    Result<void> stored = co_await m_database.writing(std::move(work));
    co_return stored;
}

QCoro::Task<Result<void>> SealedSecrets::remove(QString ref)
{
    auto work = [name = ref.toUtf8()](Session &session) {
        return removeAlone(session, name);
    };
    Result<void> removed = co_await m_database.writing(std::move(work));
    co_return removed;
}

QCoro::Task<SecretStore::State> SealedSecrets::state()
{
    co_return State::Ready;
}

QCoro::Task<Result<int>> SealedSecrets::resealAll()
{
    auto work = [keys = m_keys](Session &session) {
        return reseal(session, keys);
    };
    Result<int> count = co_await m_database.writing(std::move(work));
    co_return count;
}

Result<QByteArray> openSecret(Session &session, const Crypto::KeyRing &keys, const QByteArray &ref)
{
    const Result<Secret> row = secret(session, ref);
    RETURN_IF_ERROR(row);
    return Crypto::unseal(row->sealed, placeOf(ref), keys);
}

Result<void> sealSecret(Session &session, const Crypto::KeyRing &keys, const QByteArray &ref,
                        QByteArrayView secret)
{
    return putSecret(session, { .ref = ref, .sealed = Crypto::seal(secret, placeOf(ref), keys) });
}

} // namespace Store
