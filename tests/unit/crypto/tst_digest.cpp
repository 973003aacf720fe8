// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/digest.h"
#include "crypto/random.h"

#include <QTest>

class DigestTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hashesKnownText();
    void authenticatesKnownText_data();
    void authenticatesKnownText();
    void comparesWholeValues();
    void randomBytesDiffer();
};

void DigestTest::hashesKnownText()
{
    QCOMPARE(Crypto::sha1("abc").toHex(), "a9993e364706816aba3e25717850c26c9cd0d89d");
    QCOMPARE(Crypto::sha256("abc").toHex(),
             "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    QCOMPARE(Crypto::sha256({}).toHex(),
             "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

void DigestTest::authenticatesKnownText_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sha1");
    QTest::addColumn<QByteArray>("sha256");
    // RFC 2202 and RFC 4231, test case 2.
    QTest::newRow("Jefe") << QByteArray("Jefe") << QByteArray("what do ya want for nothing?")
                          << QByteArray("effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
                          << QByteArray("5bdcc146bf60754e6a042426089575c7"
                                        "5a003f089d2739839dec58b964ec3843");
    QTest::newRow("nothing") << QByteArray() << QByteArray()
                             << QByteArray("fbdb1d1b18aa6c08324b7d64b71fb76370690e1d")
                             << QByteArray("b613679a0814d9ec772f95d778c35fc5"
                                           "ff1697c493715653c6c712144292c5ad");
}

void DigestTest::authenticatesKnownText()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, text);
    QTEST(Crypto::hmacSha1(key, text).toHex(), "sha1");
    QTEST(Crypto::hmacSha256(key, text).toHex(), "sha256");
}

void DigestTest::comparesWholeValues()
{
    QVERIFY(Crypto::equalConstantTime("", ""));
    QVERIFY(Crypto::equalConstantTime("same", "same"));
    QVERIFY(!Crypto::equalConstantTime("same", "some"));
    QVERIFY(!Crypto::equalConstantTime("same", "same "));
    QVERIFY(!Crypto::equalConstantTime("same", {}));
}

void DigestTest::randomBytesDiffer()
{
    QCOMPARE(Crypto::randomBytes(0), QByteArray());
    QCOMPARE(Crypto::randomBytes(16).size(), 16);
    QVERIFY(Crypto::randomBytes(16) != Crypto::randomBytes(16));
}

QTEST_APPLESS_MAIN(DigestTest)
#include "tst_digest.moc"
