// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/smtpendpoint.h"

#include <QTest>

using namespace Outbox;
using namespace Qt::StringLiterals;
using Net::Security;

/** The SMTP server of an account, from its settings or from the file of providers. */
class TestSmtpEndpoint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isWhatTheAccountSaysOrTheProviderHas_data();
    void isWhatTheAccountSaysOrTheProviderHas();
    void isNotGuessed();
    void keepsThePinToItsServer();
    void knowsWhoKeepsSentMail();
};

namespace {

Store::Account accountOf(const QString &email, const QString &imap, const QString &smtp, int port,
                         const QByteArray &security)
{
    Store::Account account;
    account.email = email;
    account.host = imap;
    account.smtpHost = smtp;
    account.smtpPort = port;
    account.smtpSecurity = security;
    return account;
}

} // namespace

void TestSmtpEndpoint::isWhatTheAccountSaysOrTheProviderHas_data()
{
    QTest::addColumn<Store::Account>("account");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<Security>("resolved");
    const auto row = [](const char *name, const Store::Account &account, const QString &host,
                        int port, Security security) {
        QTest::newRow(name) << account << host << port << security;
    };
    const QString me = u"me@example.org"_s;
    const QString imap = u"imap.example.org"_s;
    row("given", accountOf(me, imap, u"mx.example.org"_s, 2525, "none"), u"mx.example.org"_s, 2525,
        Security::None);
    row("given, no port", accountOf(me, imap, u"mx.example.org"_s, 0, "auto"), u"mx.example.org"_s,
        587, Security::StartTls);
    row("given, TLS", accountOf(me, imap, u"mx.example.org"_s, 0, "tls"), u"mx.example.org"_s, 465,
        Security::Tls);
    row("port 465", accountOf(me, imap, u"mx.example.org"_s, 465, "auto"), u"mx.example.org"_s, 465,
        Security::Tls);
    row("port 25", accountOf(me, imap, u"mx.example.org"_s, 25, "auto"), u"mx.example.org"_s, 25,
        Security::StartTls);
    row("from imap.", accountOf(me, imap, {}, 0, "auto"), u"smtp.example.org"_s, 587,
        Security::StartTls);
    row("from imap., TLS", accountOf(me, imap, {}, 0, "tls"), u"smtp.example.org"_s, 465,
        Security::Tls);
    row("provider by domain", accountOf(u"me@GMX.net"_s, u"imap.gmx.net"_s, {}, 0, "auto"),
        u"mail.gmx.net"_s, 465, Security::Tls);
    row("provider by IMAP server", accountOf(me, u"outlook.office365.com"_s, {}, 0, "auto"),
        u"smtp.office365.com"_s, 587, Security::StartTls);
    row("provider with another port",
        accountOf(u"me@gmail.com"_s, u"imap.gmail.com"_s, {}, 587, "auto"), u"smtp.gmail.com"_s,
        587, Security::StartTls);
    row("provider with another security",
        accountOf(u"me@gmail.com"_s, u"imap.gmail.com"_s, {}, 0, "starttls"), u"smtp.gmail.com"_s,
        587, Security::StartTls);
}

void TestSmtpEndpoint::isWhatTheAccountSaysOrTheProviderHas()
{
    QFETCH(Store::Account, account);
    QFETCH(QString, host);
    QFETCH(int, port);
    QFETCH(Security, resolved);
    const Result<Net::Endpoint> endpoint = smtpEndpoint(account);
    QVERIFY(endpoint.ok());
    QCOMPARE(endpoint->host, host);
    QCOMPARE(int(endpoint->port), port);
    QCOMPARE(Net::resolved(endpoint->security, endpoint->port), resolved);
}

void TestSmtpEndpoint::isNotGuessed()
{
    const auto endpoint =
        smtpEndpoint(accountOf(u"me@example.org"_s, u"mail.example.org"_s, {}, 587, "auto"));
    QCOMPARE(endpoint.error().code, Error::Code::NotFound);
}

void TestSmtpEndpoint::keepsThePinToItsServer()
{
    Store::Account account =
        accountOf(u"me@example.org"_s, u"home.example.org"_s, u"HOME.example.org"_s, 0, "auto");
    account.tlsPin = QByteArray(32, 'x');
    QCOMPARE(smtpEndpoint(account)->tlsPin, account.tlsPin);
    account.smtpHost = u"mx.example.org"_s;
    QCOMPARE(smtpEndpoint(account)->tlsPin, QByteArray());
}

void TestSmtpEndpoint::knowsWhoKeepsSentMail()
{
    const auto gmail = providerOf(accountOf(u"me@gmail.com"_s, u"x"_s, {}, 0, "auto"));
    QVERIFY(gmail && gmail->keepsSent);
    const auto gmx = providerOf(accountOf(u"me@gmx.de"_s, u"x"_s, {}, 0, "auto"));
    QVERIFY(gmx && !gmx->keepsSent);
    QVERIFY(!providerOf(accountOf(u"me@example.org"_s, u"x"_s, {}, 0, "auto")));
}

QTEST_GUILESS_MAIN(TestSmtpEndpoint)
#include "tst_smtpendpoint.moc"
