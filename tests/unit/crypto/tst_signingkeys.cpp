// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/signingkeys.h"

#include <QTest>

using Crypto::SigningKeys;

class SigningKeysTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusesShortSecret_data();
    void refusesShortSecret();
    void sameSecretHasSameName();
    void oldKeyVerifiesUntilItsTime();
    void survivesStorage();
    void refusesOtherStoredForms_data();
    void refusesOtherStoredForms();
};

void SigningKeysTest::refusesShortSecret_data()
{
    QTest::addColumn<QByteArray>("secret");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("31 bytes") << QByteArray(31, 's');
}

void SigningKeysTest::refusesShortSecret()
{
    QFETCH(QByteArray, secret);
    const auto keys = SigningKeys::fromSecret(secret);
    QVERIFY(!keys);
    QCOMPARE(keys.error().code, Error::Code::BadRequest);
}

void SigningKeysTest::sameSecretHasSameName()
{
    const auto keys = SigningKeys::fromSecret(QByteArray(32, 's'));
    QVERIFY(keys);
    QCOMPARE(keys->current().secret, QByteArray(32, 's'));
    QCOMPARE(SigningKeys::fromSecret(QByteArray(32, 's')), keys);
    QVERIFY(SigningKeys::fromSecret(QByteArray(32, 't')).value().current().kid
            != keys->current().kid);
}

void SigningKeysTest::oldKeyVerifiesUntilItsTime()
{
    const SigningKeys first = SigningKeys::generate();
    const SigningKeys second = first.rotated(1000, 2000);
    const QByteArray oldKid = first.current().kid;
    QVERIFY(second.current().kid != oldKid);
    QVERIFY(second.find(oldKid, 2000));
    QVERIFY(!second.find(oldKid, 2001));
    QVERIFY(second.find(second.current().kid, 9'999'999));
    const SigningKeys third = second.rotated(2001, 3000);
    QVERIFY(!third.find(oldKid, 1000));
    QVERIFY(third.find(second.current().kid, 3000));
}

void SigningKeysTest::survivesStorage()
{
    const SigningKeys keys = SigningKeys::generate().rotated(1000, 2000);
    QCOMPARE(SigningKeys::fromJson(keys.toJson()), Result<SigningKeys>(keys));
}

void SigningKeysTest::refusesOtherStoredForms_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no keys") << QByteArray("[]");
    QTest::newRow("short secret") << QByteArray(R"([{"kid":"a","secret":"Zg","validUntil":0}])");
    QTest::newRow("object") << QByteArray("{}");
}

void SigningKeysTest::refusesOtherStoredForms()
{
    QFETCH(QByteArray, json);
    QVERIFY(!SigningKeys::fromJson(json));
}

QTEST_APPLESS_MAIN(SigningKeysTest)
#include "tst_signingkeys.moc"
