// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/session.h"
#include "support/awaited.h"
#include "support/scriptedserver.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Net::Security;
using Smtp::Session;
using Support::ScriptedServer;

/**
 * The attacks of the "NO STARTTLS" study (USENIX Security 2021) on mail clients: an attacker on the
 * line answers before TLS. Each attack must end the connection, and no secret may have been sent.
 */
class TestSmtpStartTls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void upgradesAndAsksAgain();
    void neverGoesOnInPlainText_data();
    void neverGoesOnInPlainText();
    void forgetsWhatWasSaidBefore();
    void checksTheCertificate();
    void takesAutoOnAnyPortAsRequired();

private:
    Result<void> openWith(ScriptedServer &server, Session &session, Security security);

    Support::Certificates m_certificates;
    Support::Certificate m_certificate;
    Net::TlsPolicy m_policy;
};

namespace {

const QStringList hello = { u"S: 220 mx ESMTP"_s, u"C: EHLO [127.0.0.1]"_s,
                            u"S: 250-mx\r\n250 STARTTLS"_s };
const QStringList ask = hello + QStringList{ u"C: STARTTLS"_s };

} // namespace

void TestSmtpStartTls::initTestCase()
{
    m_certificate = m_certificates.make(u"localhost"_s);
    m_policy = *Net::TlsPolicy::withExtraCa(m_certificate.certificateFile);
}

Result<void> TestSmtpStartTls::openWith(ScriptedServer &server, Session &session, Security security)
{
    return awaited(session.open({ u"127.0.0.1"_s, server.serverPort(), security, {} }));
}

void TestSmtpStartTls::upgradesAndAsksAgain()
{
    ScriptedServer server(ask
                              + QStringList{ u"S: 220 go"_s, u"STARTTLS"_s,
                                             u"C: EHLO [127.0.0.1]"_s,
                                             u"S: 250-mx\r\n250 AUTH PLAIN"_s,
                                             u"C: AUTH PLAIN AHVzZXIAc2VjcmV0"_s, u"S: 235 in"_s },
                          m_certificate);
    Session session(m_policy);
    const Result<void> opened = openWith(server, session, Security::StartTls);
    QVERIFY2(opened.ok(), qPrintable(opened ? QString() : opened.error().message));
    QCOMPARE(session.peerKey().size(), 32);
    QVERIFY(awaited(session.login({ u"user"_s, "secret", {} })).ok());
    QCOMPARE(server.problem(), QString());
    QVERIFY(server.isDone());
}

void TestSmtpStartTls::neverGoesOnInPlainText_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const QStringList &script, Error::Code code) {
        QTest::newRow(name) << script << int(code);
    };
    const auto tls = Error::Code::Tls;
    const auto server = Error::Code::Server;
    // Injection behind the 220
    row("a reply behind the 220", ask + QStringList{ u"S: 220 go\r\n250 AUTH PLAIN"_s }, tls);
    row("half a reply behind the 220", ask + QStringList{ u"S= 220 go\r\n25"_s }, tls);
    row("one byte behind the 220", ask + QStringList{ u"S= 220 go\r\n2"_s }, tls);
    // Stripping
    row("not offered", { u"S: 220 mx"_s, u"C: EHLO *"_s, u"S: 250-mx\r\n250 AUTH PLAIN"_s }, tls);
    row("offered with another name",
        { u"S: 220 mx"_s, u"C: EHLO *"_s, u"S: 250-mx\r\n250 XXXXXXXA"_s }, tls);
    row("EHLO refused", { u"S: 220 mx"_s, u"C: EHLO *"_s, u"S: 502 call 555-1234"_s }, server);
    // Tampering
    row("454", ask + QStringList{ u"S: 454 not today, call 555-1234"_s }, tls);
    row("502", ask + QStringList{ u"S: 502 what"_s }, tls);
    row("250 for 220", ask + QStringList{ u"S: 250 go"_s }, tls);
    row("235, as if logged in", ask + QStringList{ u"S: 235 welcome"_s }, tls);
    row("354", ask + QStringList{ u"S: 354 go"_s }, tls);
    row("garbage", ask + QStringList{ u"S: * OK go"_s }, Error::Code::Protocol);
    row("garbage for a handshake", ask + QStringList{ u"S: 220 go"_s, u"C: *"_s, u"S: what"_s },
        tls);
    row("closed", ask + QStringList{ u"X"_s }, Error::Code::Unreachable);
    row("closed in the handshake", ask + QStringList{ u"S: 220 go"_s, u"X"_s }, tls);
    // Greetings with more than a greeting, or another reply
    row("a reply behind the greeting", { u"S: 220 mx\r\n250-mx\r\n250 STARTTLS"_s },
        Error::Code::Protocol);
    row("greets with 250", { u"S: 250 mx"_s }, server);
    row("greets as logged in", { u"S: 235 in"_s }, server);
    row("greets with 554", { u"S: 554 call 555-1234"_s }, server);
    row("greets in IMAP", { u"S: * PREAUTH hi"_s }, Error::Code::Protocol);
    row("an answer before it was asked",
        { u"S: 220 mx"_s, u"C: EHLO *"_s, u"S: 250-mx\r\n250 STARTTLS\r\n220 go"_s },
        Error::Code::Protocol);
}

void TestSmtpStartTls::neverGoesOnInPlainText()
{
    QFETCH(QStringList, script);
    QFETCH(int, code);
    ScriptedServer server(script, m_certificate);
    Session session(m_policy, { .openTimeout = 2s });
    const Result<void> opened = openWith(server, session, Security::StartTls);
    QVERIFY(!opened.ok());
    // OpenSSL may take garbage in the handshake for silence.
    const bool silent = opened.error().code == Error::Code::Timeout
        && QByteArrayView(QTest::currentDataTag()) == "garbage for a handshake";
    if (!silent)
        QCOMPARE(int(opened.error().code), code);
    QVERIFY(!session.isOpen());
    QVERIFY(!opened.error().message.contains(u"555"_s)); // text of the attacker
    for (const QByteArray &line : server.received()) {
        const bool harmless =
            line.startsWith("EHLO") || line == "STARTTLS" || !line.contains("AUTH");
        QVERIFY2(harmless, line.constData());
    }
}

void TestSmtpStartTls::forgetsWhatWasSaidBefore()
{
    ScriptedServer server(
        QStringList{ u"S: 220 mx"_s, u"C: EHLO *"_s,
                     u"S: 250-mx\r\n250-STARTTLS\r\n250-SIZE 5\r\n250 AUTH LOGIN"_s,
                     u"C: STARTTLS"_s, u"S: 220 go"_s, u"STARTTLS"_s, u"C: EHLO *"_s,
                     u"S: 250-mx\r\n250 AUTH PLAIN"_s },
        m_certificate);
    Session session(m_policy);
    QVERIFY(openWith(server, session, Security::StartTls).ok());
    QCOMPARE(session.extensions().keywords(), QList<QByteArray>{ "AUTH" });
    QCOMPARE(session.extensions().mechanisms(), QList<QByteArray>{ "PLAIN" });
}

void TestSmtpStartTls::checksTheCertificate()
{
    ScriptedServer server(ask + QStringList{ u"S: 220 go"_s, u"STARTTLS"_s }, m_certificate);
    Session session{ Net::TlsPolicy() };
    QCOMPARE(openWith(server, session, Security::StartTls).error().code, Error::Code::Certificate);
}

void TestSmtpStartTls::takesAutoOnAnyPortAsRequired()
{
    ScriptedServer server({ u"S: 220 mx"_s, u"C: EHLO *"_s, u"S: 250-mx\r\n250 AUTH PLAIN"_s });
    Session session(m_policy);
    QCOMPARE(openWith(server, session, Security::Auto).error().code, Error::Code::Tls);
}

QTEST_GUILESS_MAIN(TestSmtpStartTls)
#include "tst_smtp_starttls.moc"
