// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/loginplan.h"
#include "net/sasl.h"
#include "support/awaited.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TestSasl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesWhatItSpeaks();
    void plainSaysEverythingAtOnce();
    void loginAnswersTwoPrompts();
    void bearerFormats();
};

void TestSasl::makesWhatItSpeaks()
{
    const Net::Credentials person{ u"user"_s, "pencil", {} };
    const Net::Credentials token{ u"user"_s, "pencil", "token" };
    for (const QByteArray &name : Net::mechanismChoices().mid(1)) {
        if (Net::isForTokens(name))
            continue; // tested below
        QCOMPARE(Net::makeSasl(name, person, u"h"_s, 993)->name(), name);
        QVERIFY(!Net::makeSasl(name, token, u"h"_s, 993)); // a token is never sent as a password
    }
    for (const char *name : { "OAUTHBEARER", "XOAUTH2" }) {
        QCOMPARE(Net::makeSasl(name, token, u"h"_s, 993)->name(), QByteArray(name));
        QVERIFY(!Net::makeSasl(name, person, u"h"_s, 993));
        QVERIFY(Net::isForTokens(name) && Net::mechanismChoices().contains(name));
    }
    QVERIFY(!Net::makeSasl("CRAM-MD5", person, u"h"_s, 993));
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
