// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/pbkdf2.h"

#include <QTest>

class Pbkdf2Test : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void derivesPublishedKeys_data();
    void derivesPublishedKeys();
};

void Pbkdf2Test::derivesPublishedKeys_data()
{
    QTest::addColumn<bool>("isSha256");
    QTest::addColumn<QByteArray>("password");
    QTest::addColumn<QByteArray>("salt");
    QTest::addColumn<int>("iterations");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("RFC 6070, 1") << false << QByteArray("password") << QByteArray("salt") << 1
                                 << QByteArray("0c60c80f961f0e71f3a9b524af6012062fe037a6");
    QTest::newRow("RFC 6070, 2") << false << QByteArray("password") << QByteArray("salt") << 2
                                 << QByteArray("ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957");
    QTest::newRow("RFC 6070, 4096") << false << QByteArray("password") << QByteArray("salt") << 4096
                                    << QByteArray("4b007901b765489abead49d926f721d065a429c1");
    QTest::newRow("RFC 7914 11, 1") << true << QByteArray("passwd") << QByteArray("salt") << 1
                                    << QByteArray("55ac046e56e3089fec1691c22544b605"
                                                  "f94185216dde0465e68b9d57c20dacbc");
    QTest::newRow("RFC 7914 11, 80000")
        << true << QByteArray("Password") << QByteArray("NaCl") << 80000
        << QByteArray("4ddcd8f60b98be21830cee5ef22701f9"
                      "641a4418d04c0414aeff08876b34ab56");
}

void Pbkdf2Test::derivesPublishedKeys()
{
    QFETCH(bool, isSha256);
    QFETCH(QByteArray, password);
    QFETCH(QByteArray, salt);
    QFETCH(int, iterations);
    const auto derive = isSha256 ? Crypto::pbkdf2HmacSha256 : Crypto::pbkdf2HmacSha1;
    QTEST(derive(password, salt, iterations).toHex(), "expected");
}

QTEST_APPLESS_MAIN(Pbkdf2Test)
#include "tst_pbkdf2.moc"
