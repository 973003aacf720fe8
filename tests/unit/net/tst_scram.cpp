// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/scram.h"
#include "support/awaited.h"

#include <QTest>

using Net::Scram;
using Net::ScramHash;

/** The examples of RFC 5802 5 (SHA-1) and RFC 7677 3 (SHA-256), and servers that cheat. */
class TestScram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void followsTheRfcExamples_data();
    void followsTheRfcExamples();
    void refusesWhatAServerMustNotSay_data();
    void refusesWhatAServerMustNotSay();
    void refusesAWrongServerSignature();
    void reportsARefusalOfTheServer();
    void escapesTheUserName();
    void usesAFreshNonceEachTime();
};

namespace {

const QByteArray serverFirst = "r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,s=QSXCR+Q6sek8bf92,"
                               "i=4096";

Scram sha1Client()
{
    return Scram(ScramHash::Sha1, QStringLiteral("user"), "pencil", "fyko+d2lbbFgONRv9qkxdawL");
}

} // namespace

void TestScram::followsTheRfcExamples_data()
{
    QTest::addColumn<int>("hash");
    QTest::addColumn<QByteArray>("nonce");
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("final");
    QTest::addColumn<QByteArray>("proof");
    QTest::newRow("RFC 5802") << int(ScramHash::Sha1) << QByteArray("fyko+d2lbbFgONRv9qkxdawL")
                              << serverFirst << QByteArray("v=rmF9pqV8S7suAoZWja4dJRkFsKQ=")
                              << QByteArray("c=biws,r=fyko+d2lbbFgONRv9qkxdawL3rfcNHYJY1ZVvWVs7j,"
                                            "p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=");
    QTest::newRow("RFC 7677") << int(ScramHash::Sha256) << QByteArray("rOprNGfwEbeRWgbNEkqO")
                              << QByteArray("r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                                            "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096")
                              << QByteArray("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")
                              << QByteArray(
                                     "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                                     "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
}

void TestScram::followsTheRfcExamples()
{
    QFETCH(int, hash);
    QFETCH(QByteArray, nonce);
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, final);
    QFETCH(QByteArray, proof);
    Scram client(ScramHash(hash), QStringLiteral("user"), "pencil", nonce);
    QCOMPARE(client.initialResponse(), "n,,n=user,r=" + nonce);
    const Result<QByteArray> answer = awaited(client.respond(first));
    QVERIFY(answer.ok());
    QCOMPARE(*answer, proof);
    QVERIFY(!client.isServerProven());
    const Result<QByteArray> last = awaited(client.respond(final));
    QVERIFY(last.ok());
    QCOMPARE(*last, QByteArray(""));
    QVERIFY(client.isServerProven());
}

void TestScram::refusesWhatAServerMustNotSay_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::newRow("a nonce of its own") << QByteArray("r=abc,s=QSXCR+Q6sek8bf92,i=4096");
    QTest::newRow("our nonce alone")
        << QByteArray("r=fyko+d2lbbFgONRv9qkxdawL,s=QSXCR+Q6sek8bf92,i=4096");
    QTest::newRow("too few iterations") << QByteArray(serverFirst).replace("4096", "4095");
    QTest::newRow("too many iterations") << QByteArray(serverFirst).replace("4096", "600001");
    QTest::newRow("no iterations") << QByteArray(serverFirst).replace(",i=4096", "");
    QTest::newRow("a salt that is no base64")
        << QByteArray(serverFirst).replace("QSXCR+Q6sek8bf92", "!!");
    QTest::newRow("a mandatory extension") << "m=x," + serverFirst;
    QTest::newRow("nothing") << QByteArray();
}

void TestScram::refusesWhatAServerMustNotSay()
{
    QFETCH(QByteArray, first);
    Scram client = sha1Client();
    client.initialResponse();
    const Result<QByteArray> answer = awaited(client.respond(first));
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().code, Error::Code::Protocol);
}

void TestScram::refusesAWrongServerSignature()
{
    Scram client = sha1Client();
    client.initialResponse();
    QVERIFY(awaited(client.respond(serverFirst)).ok());
    const Result<QByteArray> last = awaited(client.respond("v=smF9pqV8S7suAoZWja4dJRkFsKQ="));
    QVERIFY(!last.ok());
    QVERIFY(!client.isServerProven());
}

void TestScram::reportsARefusalOfTheServer()
{
    Scram client = sha1Client();
    client.initialResponse();
    QVERIFY(awaited(client.respond(serverFirst)).ok());
    const Result<QByteArray> last = awaited(client.respond("e=invalid-proof"));
    QVERIFY(!last.ok());
    QCOMPARE(last.error().code, Error::Code::Unauthorized);
}

void TestScram::escapesTheUserName()
{
    Scram client(ScramHash::Sha256, QStringLiteral("a=b,c"), "pencil", "nonce");
    QCOMPARE(client.initialResponse(), QByteArray("n,,n=a=3Db=2Cc,r=nonce"));
}

void TestScram::usesAFreshNonceEachTime()
{
    Scram one(ScramHash::Sha256, QStringLiteral("user"), "pencil");
    Scram two(ScramHash::Sha256, QStringLiteral("user"), "pencil");
    QVERIFY(one.initialResponse() != two.initialResponse());
}

QTEST_GUILESS_MAIN(TestScram)
#include "tst_scram.moc"
