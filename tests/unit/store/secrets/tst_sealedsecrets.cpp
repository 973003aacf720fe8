// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/transaction.h"
#include "store/secrets/sealedsecrets.h"
#include "store/secrets/secrets.h"
#include "support/awaited.h"
#include "support/testdatabase.h"

#include <QTest>

using namespace Qt::StringLiterals;

class SealedSecretsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesWhatWasPut();
    void replacesAndRemoves();
    void keepsNothingReadable();
    void noticesSwappedRows();
    void wrongKeyReadsNothingAndOverwritesNothing();
    void sealsAnewWithTheNewKey();
};

namespace {

const Crypto::KeyRing oldKey({ QByteArray(32, 'a') });
const Crypto::KeyRing newKey({ QByteArray(32, 'b') });
const Crypto::KeyRing bothKeys({ QByteArray(32, 'b'), QByteArray(32, 'a') });

Result<QByteArray> get(Store::SealedSecrets &secrets, const QString &ref)
{
    return awaited(secrets.get(ref));
}

bool put(Store::SealedSecrets &secrets, const QString &ref, const QByteArray &secret)
{
    return awaited(secrets.put(ref, secret)).ok();
}

QByteArray sealedRow(TestDatabase &database, const QByteArray &ref)
{
    return database.with([&](Store::Session &session) { return Store::secret(session, ref); })
        ->sealed;
}

bool setSealedRow(TestDatabase &database, const QByteArray &ref, const QByteArray &bytes)
{
    const Result<void> stored = database.with([&](Store::Session &session) -> Result<void> {
        Store::Transaction tx(session);
        const auto put = Store::putSecret(session, { .ref = ref, .sealed = bytes });
        return put ? tx.commit() : put;
    });
    return stored.ok();
}

} // namespace

void SealedSecretsTest::givesWhatWasPut()
{
    TestDatabase database;
    Store::SealedSecrets secrets(*database, oldKey);
    QVERIFY(put(secrets, u"7c1e"_s, "p\xc3\xa4ssword"));
    QCOMPARE(get(secrets, u"7c1e"_s), Result<QByteArray>("p\xc3\xa4ssword"));
    QCOMPARE(get(secrets, u"7c1f"_s).error().code, Error::Code::NotFound);
    QCOMPARE(awaited(secrets.state()), SecretStore::State::Ready);
}

void SealedSecretsTest::replacesAndRemoves()
{
    TestDatabase database;
    Store::SealedSecrets secrets(*database, oldKey);
    QVERIFY(put(secrets, u"7c1e"_s, "first"));
    QVERIFY(put(secrets, u"7c1e"_s, "second"));
    QCOMPARE(get(secrets, u"7c1e"_s), Result<QByteArray>("second"));
    QVERIFY(awaited(secrets.remove(u"7c1e"_s)).ok());
    QVERIFY(awaited(secrets.remove(u"7c1e"_s)).ok());
    QCOMPARE(get(secrets, u"7c1e"_s).error().code, Error::Code::NotFound);
}

void SealedSecretsTest::keepsNothingReadable()
{
    TestDatabase database;
    Store::SealedSecrets secrets(*database, oldKey);
    QVERIFY(put(secrets, u"7c1e"_s, "password"));
    QVERIFY(!sealedRow(database, "7c1e").contains("password"));
}

void SealedSecretsTest::noticesSwappedRows()
{
    TestDatabase database;
    Store::SealedSecrets secrets(*database, oldKey);
    QVERIFY(put(secrets, u"anna"_s, "annas"));
    QVERIFY(put(secrets, u"berta"_s, "bertas"));
    QVERIFY(setSealedRow(database, "anna", sealedRow(database, "berta")));
    QCOMPARE(get(secrets, u"anna"_s).error().code, Error::Code::SecretUnreadable);
    QCOMPARE(get(secrets, u"berta"_s), Result<QByteArray>("bertas"));
}

void SealedSecretsTest::wrongKeyReadsNothingAndOverwritesNothing()
{
    TestDatabase database;
    Store::SealedSecrets secrets(*database, oldKey);
    QVERIFY(put(secrets, u"7c1e"_s, "password"));
    const QByteArray before = sealedRow(database, "7c1e");
    Store::SealedSecrets wrong(*database, newKey);
    QCOMPARE(get(wrong, u"7c1e"_s).error().code, Error::Code::SecretUnreadable);
    QCOMPARE(awaited(wrong.resealAll()), Result<int>(0));
    QCOMPARE(sealedRow(database, "7c1e"), before);
    QCOMPARE(get(secrets, u"7c1e"_s), Result<QByteArray>("password"));
}

void SealedSecretsTest::sealsAnewWithTheNewKey()
{
    TestDatabase database;
    Store::SealedSecrets before(*database, oldKey);
    QVERIFY(put(before, u"one"_s, "first"));
    QVERIFY(put(before, u"two"_s, "second"));
    Store::SealedSecrets between(*database, bothKeys);
    QVERIFY(put(between, u"three"_s, "third"));
    QCOMPARE(get(between, u"one"_s), Result<QByteArray>("first"));
    QCOMPARE(awaited(between.resealAll()), Result<int>(2));
    Store::SealedSecrets after(*database, newKey);
    QCOMPARE(get(after, u"one"_s), Result<QByteArray>("first"));
    QCOMPARE(get(after, u"two"_s), Result<QByteArray>("second"));
    QCOMPARE(get(after, u"three"_s), Result<QByteArray>("third"));
}

QTEST_GUILESS_MAIN(SealedSecretsTest)
#include "tst_sealedsecrets.moc"
