// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/session.h"
#include "support/awaited.h"
#include "support/scriptedserver.h"

#include <QTest>

using namespace Imap;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Net::Security;
using Support::ScriptedServer;

/**
 * The attacks of the "NO STARTTLS" study (USENIX Security 2021) on mail clients: an attacker on the
 * line answers before TLS. Each attack must end the connection, and no secret may have been sent.
 */
class TestStartTls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void upgradesAndAsksAgain();
    void sendsOnlyWhatIsNeededBeforeTls();
    void neverGoesOnInPlainText_data();
    void neverGoesOnInPlainText();
    void forgetsWhatWasSaidBefore();
    void checksTheCertificate();
    void takesAutoOnAnyPortAsRequired();

private:
    Result<void> openWith(ScriptedServer &server, Session &session);

    Support::Certificates m_certificates;
    Support::Certificate m_certificate;
    Net::TlsPolicy m_policy;
};

namespace {

const QString hello = u"S: * OK [CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED] hi"_s;
const QStringList afterTls = { u"STARTTLS"_s, u"C: $ CAPABILITY"_s,
                               u"S: * CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR"_s, u"S: $ OK"_s };

} // namespace

void TestStartTls::initTestCase()
{
    m_certificate = m_certificates.make(u"localhost"_s);
    m_policy = *Net::TlsPolicy::withExtraCa(m_certificate.certificateFile);
}

Result<void> TestStartTls::openWith(ScriptedServer &server, Session &session)
{
    return awaited(session.open({ u"127.0.0.1"_s, server.serverPort(), Security::StartTls, {} }));
}

void TestStartTls::upgradesAndAsksAgain()
{
    ScriptedServer server(QStringList{ hello, u"C: $ STARTTLS"_s, u"S: $ OK go"_s } + afterTls
                              + QStringList{ u"C: $ AUTHENTICATE PLAIN AHVzZXIAc2VjcmV0"_s,
                                             u"S: $ OK [CAPABILITY IMAP4rev1] in"_s },
                          m_certificate);
    Session session(m_policy);
    const Result<void> opened = openWith(server, session);
    QVERIFY2(opened.ok(), qPrintable(opened ? QString() : opened.error().message));
    QVERIFY(!session.capabilities().has("LOGINDISABLED"));
    QCOMPARE(session.peerKey().size(), 32);
    QVERIFY(awaited(session.login({ u"user"_s, "secret", {} })).ok());
    QCOMPARE(server.problem(), QString());
}

// Only CAPABILITY and STARTTLS, although the server offers ID and logins.
void TestStartTls::sendsOnlyWhatIsNeededBeforeTls()
{
    ScriptedServer server(QStringList{ u"S: * OK hi"_s, u"C: $ CAPABILITY"_s,
                                       u"S: * CAPABILITY IMAP4rev1 STARTTLS ID AUTH=PLAIN"_s,
                                       u"S: $ OK"_s, u"C: $ STARTTLS"_s, u"S: $ OK go"_s }
                              + afterTls,
                          m_certificate);
    Session session(m_policy);
    QVERIFY(openWith(server, session).ok());
    QCOMPARE(server.problem(), QString());
}

void TestStartTls::neverGoesOnInPlainText_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const QStringList &script, Error::Code code) {
        QTest::newRow(name) << script << int(code);
    };
    const QString ask = u"C: $ STARTTLS"_s;
    const auto tls = Error::Code::Tls;
    // Injection behind the OK
    row("a response behind the OK",
        { hello, ask, u"S: $ OK go\r\n* CAPABILITY IMAP4rev1 AUTH=PLAIN"_s }, tls);
    row("half a response behind the OK", { hello, ask, u"S= $ OK go\r\n* "_s }, tls);
    row("an answer to the next command behind the OK",
        { hello, ask, u"S: $ OK go\r\nA2 OK done"_s }, tls);
    // STARTTLS is not possible after PREAUTH
    row("PREAUTH", { u"S: * PREAUTH [CAPABILITY IMAP4rev1 STARTTLS] hi"_s }, tls);
    // STARTTLS is refused or not offered
    row("NO", { hello, ask, u"S: $ NO not today"_s }, tls);
    row("BAD", { hello, ask, u"S: $ BAD what"_s }, tls);
    row("a continuation", { hello, ask, u"S: + go"_s }, Error::Code::Protocol);
    row("not offered", { u"S: * OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] hi"_s }, tls);
    row("not offered when asked",
        { u"S: * OK hi"_s, u"C: $ CAPABILITY"_s, u"S: * CAPABILITY IMAP4rev1 AUTH=PLAIN"_s,
          u"S: $ OK"_s },
        tls);
    // Answers that break the protocol or end the connection
    row("tagged greeting", { u"S: A1 OK [CAPABILITY IMAP4rev1 STARTTLS] hi"_s },
        Error::Code::Protocol);
    row("BYE greeting", { u"S: * BYE call 555-1234"_s }, Error::Code::Server);
    row("BYE for an answer", { hello, ask, u"S: * BYE call 555-1234"_s }, Error::Code::Server);
    row("garbage", { hello, ask, u"S: 220 go"_s }, Error::Code::Protocol);
    row("garbage for a handshake", { hello, ask, u"S: $ OK go"_s, u"C: *"_s, u"S: what"_s }, tls);
    row("closed", { hello, ask, u"X"_s }, Error::Code::Unreachable);
    row("closed in the handshake", { hello, ask, u"S: $ OK go"_s, u"X"_s }, tls);
}

void TestStartTls::neverGoesOnInPlainText()
{
    QFETCH(QStringList, script);
    QFETCH(int, code);
    ScriptedServer server(script, m_certificate);
    Session session(m_policy, { .openTimeout = 1s });
    const Result<void> opened = openWith(server, session);
    QVERIFY(!opened.ok());
    // OpenSSL may take garbage in the handshake for silence.
    const bool silent = opened.error().code == Error::Code::Timeout
        && QByteArrayView(QTest::currentDataTag()) == "garbage for a handshake";
    if (!silent)
        QCOMPARE(int(opened.error().code), code);
    QVERIFY(!session.isOpen());
    QVERIFY(!opened.error().message.contains(u"555"_s)); // text of the attacker
    QCOMPARE(int(awaited(session.login({ u"user"_s, "secret", {} })).ok()), 0);
    for (const QByteArray &line : server.received()) {
        const bool harmless = line.startsWith('\x16') || line.contains("CAPABILITY")
            || line.contains("STARTTLS") || !line.contains("AUTH");
        QVERIFY2(harmless, line.constData());
        QVERIFY(!line.contains("AHVzZXIAc2VjcmV0"));
    }
}

// Nothing that arrived before TLS is kept: capabilities, mailbox data, ALERT texts.
void TestStartTls::forgetsWhatWasSaidBefore()
{
    ScriptedServer server(
        QStringList{ u"S: * OK [CAPABILITY IMAP4rev1 STARTTLS AUTH=LOGIN] hi"_s, u"C: $ STARTTLS"_s,
                     u"S: * OK [ALERT] Visit evil.example now"_s,
                     u"S: * OK [REFERRAL imap://evil.example/] move"_s, u"S: * 99 EXISTS"_s,
                     u"S: * 1 FETCH (UID 1 FLAGS (\\Seen))"_s, u"S: $ OK go"_s }
            + afterTls
            + QStringList{ u"C: $ NOOP"_s, u"S: * OK [ALERT] Disk is full"_s, u"S: $ OK"_s },
        m_certificate);
    Session session(m_policy);
    QVERIFY(openWith(server, session).ok());
    QVERIFY(session.takeNotifications().isEmpty());
    QCOMPARE(session.takeAlerts(), QStringList());
    QVERIFY(!session.capabilities().has("AUTH=LOGIN"));
    QVERIFY(awaited(session.noop()).ok());
    QCOMPARE(session.takeAlerts(), QStringList{ u"Disk is full"_s });
}

void TestStartTls::checksTheCertificate()
{
    ScriptedServer server({ hello, u"C: $ STARTTLS"_s, u"S: $ OK go"_s, u"STARTTLS"_s },
                          m_certificate);
    Session session{ Net::TlsPolicy() };
    QCOMPARE(openWith(server, session).error().code, Error::Code::Certificate);
}

void TestStartTls::takesAutoOnAnyPortAsRequired()
{
    ScriptedServer server({ u"S: * OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] hi"_s });
    Session session(m_policy);
    const Result<void> opened =
        awaited(session.open({ u"127.0.0.1"_s, server.serverPort(), Security::Auto, {} }));
    QCOMPARE(opened.error().code, Error::Code::Tls);
}

QTEST_GUILESS_MAIN(TestStartTls)
#include "tst_starttls.moc"
