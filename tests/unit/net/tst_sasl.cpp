// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/sasl.h"
#include "support/awaited.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TestSasl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void choosesTheStrongest_data();
    void choosesTheStrongest();
    void plainSaysEverythingAtOnce();
    void loginAnswersTwoPrompts();
    void bearerFormats();
};

void TestSasl::choosesTheStrongest_data()
{
    QTest::addColumn<QList<QByteArray>>("offered");
    QTest::addColumn<bool>("withToken");
    QTest::addColumn<QByteArray>("chosen");
    using Names = QList<QByteArray>;
    QTest::newRow("SCRAM-SHA-256 first")
        << Names{ "LOGIN", "PLAIN", "SCRAM-SHA-1", "SCRAM-SHA-256" } << false
        << QByteArray("SCRAM-SHA-256");
    QTest::newRow("SCRAM-SHA-1") << Names{ "PLAIN", "SCRAM-SHA-1" } << false
                                 << QByteArray("SCRAM-SHA-1");
    QTest::newRow("PLAIN before LOGIN")
        << Names{ "LOGIN", "PLAIN" } << false << QByteArray("PLAIN");
    QTest::newRow("LOGIN") << Names{ "CRAM-MD5", "LOGIN" } << false << QByteArray("LOGIN");
    QTest::newRow("nothing known") << Names{ "CRAM-MD5", "GSSAPI" } << false << QByteArray();
    QTest::newRow("a token is never sent as a password")
        << Names{ "PLAIN", "LOGIN" } << true << QByteArray();
    QTest::newRow("OAUTHBEARER") << Names{ "XOAUTH2", "OAUTHBEARER" } << true
                                 << QByteArray("OAUTHBEARER");
    QTest::newRow("XOAUTH2") << Names{ "PLAIN", "XOAUTH2" } << true << QByteArray("XOAUTH2");
}

void TestSasl::choosesTheStrongest()
{
    QFETCH(QList<QByteArray>, offered);
    QFETCH(bool, withToken);
    QFETCH(QByteArray, chosen);
    const Net::Credentials who{ u"user"_s, "pencil", withToken ? "token" : "" };
    const auto sasl = Net::chooseSasl(offered, who, u"mail.example.org"_s, 993);
    QCOMPARE(sasl ? sasl->name() : QByteArray(), chosen);
}

void TestSasl::plainSaysEverythingAtOnce()
{
    const auto sasl = Net::makePlain({ u"tim"_s, "tanstaaftanstaaf", {} }); // RFC 4616 4
    QCOMPARE(sasl->initialResponse(), QByteArray("\0tim\0tanstaaftanstaaf", 21));
    QVERIFY(!awaited(sasl->respond("more")).ok());
}

void TestSasl::loginAnswersTwoPrompts()
{
    const auto sasl = Net::makeLogin({ u"tim"_s, "secret", {} });
    QVERIFY(sasl->initialResponse().isNull());
    QCOMPARE(awaited(sasl->respond("User Name\0")), Result<QByteArray>(QByteArray("tim")));
    QCOMPARE(awaited(sasl->respond("Password\0")), Result<QByteArray>(QByteArray("secret")));
    QVERIFY(!awaited(sasl->respond("again")).ok());
}

void TestSasl::bearerFormats()
{
    const Net::Credentials who{ u"someuser@example.com"_s, {}, "vF9dft4qmT" };
    QCOMPARE(Net::makeXOAuth2(who)->initialResponse(),
             QByteArray("user=someuser@example.com\x01"
                        "auth=Bearer vF9dft4qmT\x01\x01"));
    QCOMPARE(Net::makeOAuthBearer(who, u"server.example.com"_s, 143)->initialResponse(),
             QByteArray("n,a=someuser@example.com,\x01host=server.example.com\x01port=143\x01"
                        "auth=Bearer vF9dft4qmT\x01\x01")); // RFC 7628 4.1
    QCOMPARE(awaited(Net::makeXOAuth2(who)->respond("{\"status\":\"401\"}")),
             Result<QByteArray>(QByteArray("")));
    QCOMPARE(awaited(Net::makeOAuthBearer(who, {}, 1)->respond("{}")),
             Result<QByteArray>(QByteArray("\x01")));
}

QTEST_GUILESS_MAIN(TestSasl)
#include "tst_sasl.moc"
