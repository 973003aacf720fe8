// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/base64url.h"

#include <QTest>

class Base64UrlTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goesThereAndBack_data();
    void goesThereAndBack();
    void refusesOtherSpellings_data();
    void refusesOtherSpellings();
};

void Base64UrlTest::goesThereAndBack_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("text");
    // RFC 4648 10, without padding.
    QTest::newRow("none") << QByteArray() << QByteArray();
    QTest::newRow("f") << QByteArray("f") << QByteArray("Zg");
    QTest::newRow("fo") << QByteArray("fo") << QByteArray("Zm8");
    QTest::newRow("foo") << QByteArray("foo") << QByteArray("Zm9v");
    // RFC 7515 C.
    QTest::newRow("both special") << QByteArray("\x03\xec\xff\xe0\xc1") << QByteArray("A-z_4ME");
}

void Base64UrlTest::goesThereAndBack()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, text);
    QCOMPARE(Crypto::toBase64Url(bytes), text);
    QCOMPARE(Crypto::fromBase64Url(text), std::optional(bytes));
}

void Base64UrlTest::refusesOtherSpellings_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("padding") << QByteArray("Zg==");
    QTest::newRow("standard alphabet") << QByteArray("A+z/4ME");
    QTest::newRow("stray bits") << QByteArray("Zh");
    QTest::newRow("space") << QByteArray("Zm 9v");
    QTest::newRow("line end") << QByteArray("Zm9v\n");
    QTest::newRow("one character") << QByteArray("Z");
    QTest::newRow("five characters") << QByteArray("Zm9vZ");
    QTest::newRow("NUL") << QByteArray("Zm9v\0", 5);
    QTest::newRow("not ASCII") << QByteArray("Zm9\xc3\xa9");
}

void Base64UrlTest::refusesOtherSpellings()
{
    QFETCH(QByteArray, text);
    QVERIFY(!Crypto::fromBase64Url(text));
}

QTEST_APPLESS_MAIN(Base64UrlTest)
#include "tst_base64url.moc"
