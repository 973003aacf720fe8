// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/aesgcm.h"

#include <QTest>

class AesGcmTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matchesPublishedVectors_data();
    void matchesPublishedVectors();
    void refusesWhatWasChanged();
};

void AesGcmTest::matchesPublishedVectors_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("nonce");
    QTest::addColumn<QByteArray>("associated");
    QTest::addColumn<QByteArray>("plain");
    QTest::addColumn<QByteArray>("expected");
    // McGrew and Viega, "The Galois/Counter Mode of Operation", as submitted to NIST.
    const QByteArray key = "feffe9928665731c6d6a8f9467308308";
    const QByteArray plain = "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                             "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39";
    const QByteArray associated = "feedfacedeadbeeffeedfacedeadbeefabaddad2";
    QTest::newRow("4, AES-128") << key << QByteArray("cafebabefacedbaddecaf888") << associated
                                << plain
                                << QByteArray("42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e0"
                                              "35c17e2329aca12e21d514b25466931c7d8f6a5aac84aa05"
                                              "1ba30b396a0aac973d58e0915bc94fbc3221a5db94fae95a"
                                              "e7121a47");
    QTest::newRow("13, nothing") << QByteArray(64, '0') << QByteArray(24, '0') << QByteArray()
                                 << QByteArray() << QByteArray("530f8afbc74536b9a963b4f1c4cb738b");
    QTest::newRow("14, one block")
        << QByteArray(64, '0') << QByteArray(24, '0') << QByteArray() << QByteArray(32, '0')
        << QByteArray("cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919");
    QTest::newRow("16, AES-256") << key + key << QByteArray("cafebabefacedbaddecaf888")
                                 << associated << plain
                                 << QByteArray("522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c9"
                                               "7598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
                                               "c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853"
                                               "bb2d551b");
}

void AesGcmTest::matchesPublishedVectors()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, nonce);
    QFETCH(QByteArray, associated);
    QFETCH(QByteArray, plain);
    QFETCH(QByteArray, expected);
    const auto hex = [](const QByteArray &text) {
        return QByteArray::fromHex(text);
    };
    const QByteArray cipher =
        Crypto::aesGcmEncrypt(hex(key), hex(nonce), hex(associated), hex(plain));
    QCOMPARE(cipher.toHex(), expected);
    const auto opened = Crypto::aesGcmDecrypt(hex(key), hex(nonce), hex(associated), cipher);
    QVERIFY(opened);
    QCOMPARE(opened->toHex(), plain);
}

void AesGcmTest::refusesWhatWasChanged()
{
    const QByteArray key(32, 'k');
    const QByteArray nonce(12, 'n');
    const QByteArray good = Crypto::aesGcmEncrypt(key, nonce, "place", "secret");
    QByteArray flipped = good;
    flipped[0] = char(flipped[0] ^ 1);
    QCOMPARE(Crypto::aesGcmDecrypt(key, nonce, "place", good), std::optional(QByteArray("secret")));
    QVERIFY(!Crypto::aesGcmDecrypt(key, nonce, "place", flipped));
    QVERIFY(!Crypto::aesGcmDecrypt(key, nonce, "other", good));
    QVERIFY(!Crypto::aesGcmDecrypt(key, QByteArray(12, 'm'), "place", good));
    QVERIFY(!Crypto::aesGcmDecrypt(QByteArray(32, 'l'), nonce, "place", good));
    QVERIFY(!Crypto::aesGcmDecrypt(key, nonce, "place", good.chopped(1)));
    QVERIFY(!Crypto::aesGcmDecrypt(key, nonce, "place", good.first(15)));
}

QTEST_APPLESS_MAIN(AesGcmTest)
#include "tst_aesgcm.moc"
