// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/session.h"
#include "support/awaited.h"
#include "support/scriptedserver.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Net::Security;
using Smtp::Session;
using Support::ScriptedServer;

/** Which mechanisms are tried after a refusal, and which are never tried. */
class TestSmtpFallback : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void overTls_data();
    void overTls();
    void neverWithoutTls_data();
    void neverWithoutTls();
    void namedMechanismIsTheOnlyOne();
    void endsWhereTlsIsGoneAfterTheRefusal();

private:
    Support::Certificates m_certificates;
    Support::Certificate m_certificate;
    Net::TlsPolicy m_policy;
};

namespace {

const QString scram = u"C: AUTH SCRAM-SHA-256 *"_s;
const QString plain = u"C: AUTH PLAIN AHVzZXIAc2VjcmV0"_s;
const QString noSecret = u"S: 535 5.7.8 Error: authentication failed: authentication failure"_s;
const QString in = u"S: 235 2.7.0 in"_s;

QStringList hello(const QString &mechanisms = u"SCRAM-SHA-256 SCRAM-SHA-1 PLAIN LOGIN"_s)
{
    return { u"S: 220 mx ESMTP"_s, u"C: EHLO [127.0.0.1]"_s,
             u"S: 250-mx\r\n250 AUTH "_s + mechanisms };
}

/// The challenge that requires a proof of the password.
const QStringList proof = { u"S: 334 cj1ub25lLHM9QUFBQSxpPTQwOTY="_s };

} // namespace

void TestSmtpFallback::initTestCase()
{
    m_certificate = m_certificates.make(u"localhost"_s);
    m_policy = *Net::TlsPolicy::withExtraCa(m_certificate.certificateFile);
}

void TestSmtpFallback::overTls_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<QByteArray>("proven");
    QTest::addColumn<QByteArray>("mechanism"); // empty: refused
    const QStringList greeted = QStringList{ u"TLS"_s } + hello();
    const auto row = [](const char *name, const QStringList &script, const QByteArray &proven,
                        const QByteArray &mechanism) {
        QTest::newRow(name) << script << proven << mechanism;
    };
    row("Postfix without secrets for SCRAM", greeted + QStringList{ scram, noSecret, plain, in },
        {}, "PLAIN");
    row("454 while SCRAM has no secrets",
        greeted
            + QStringList{ scram, u"S: 454 4.7.0 Temporary authentication failure"_s, plain, in },
        {}, "PLAIN");
    row("offered and not done",
        greeted
            + QStringList{ scram, u"S: 504 5.5.4 no such mechanism"_s, u"C: AUTH SCRAM-SHA-1 *"_s,
                           u"S: 504 5.5.4 no such mechanism"_s, plain,
                           u"S: 504 5.5.4 no such mechanism"_s, u"C: AUTH LOGIN"_s,
                           u"S: 334 VXNlcm5hbWU6"_s, u"C: dXNlcg=="_s, u"S: 334 UGFzc3dvcmQ6"_s,
                           u"C: c2VjcmV0"_s, in },
        {}, "LOGIN");
    row("a wrong password is tried once", greeted + QStringList{ scram, noSecret, plain, noSecret },
        {}, {});
    row("a wrong password since last time", greeted + QStringList{ plain, noSecret }, "PLAIN", {});
    row("what worked last time comes first", greeted + QStringList{ plain, in }, "PLAIN", "PLAIN");
    row("refuses and closes",
        greeted + QStringList{ scram, noSecret, u"X"_s, u"N"_s } + greeted
            + QStringList{ plain, in },
        {}, "PLAIN");
    row("refuses, says 421 and closes",
        greeted
            + QStringList{ scram, noSecret + u"\r\n421 4.7.0 too many errors"_s, u"X"_s, u"N"_s }
            + greeted + QStringList{ plain, in },
        {}, "PLAIN");
    row("closes before it answers the next one",
        greeted + QStringList{ scram, noSecret, plain, u"X"_s, u"N"_s } + greeted
            + QStringList{ plain, in },
        {}, "PLAIN");
    row("closes each time",
        greeted + QStringList{ scram, noSecret, u"X"_s, u"N"_s } + greeted
            + QStringList{ plain, u"X"_s },
        {}, {});
    row("offers something else after that",
        greeted + QStringList{ scram, noSecret, u"X"_s, u"N"_s, u"TLS"_s }
            + hello(u"SCRAM-SHA-256 GSSAPI"_s),
        {}, {});
    row("a server that is not to be trusted gets nothing else",
        greeted + QStringList{ scram } + proof, {}, {});
    row("a server that proves nothing gets nothing else", greeted + QStringList{ scram, in }, {},
        {});
    row("too many connections", greeted + QStringList{ scram, u"S: 421 4.7.0 too many"_s }, {}, {});
}

void TestSmtpFallback::overTls()
{
    QFETCH(QStringList, script);
    QFETCH(QByteArray, proven);
    QFETCH(QByteArray, mechanism);
    ScriptedServer server(script, m_certificate);
    Session session(m_policy);
    const Net::Endpoint endpoint{ u"127.0.0.1"_s, server.serverPort(), Security::Tls, {} };
    const Result<void> opened = awaited(session.open(endpoint));
    QVERIFY2(opened.ok(), qPrintable(opened ? QString() : opened.error().message));
    const Result<void> loggedIn = awaited(session.login({ u"user"_s, "secret", {}, {}, proven }));
    QCOMPARE(server.problem(), QString());
    QVERIFY(server.isDone());
    QCOMPARE(loggedIn.ok(), !mechanism.isEmpty());
    QCOMPARE(session.mechanism(), mechanism);
}

void TestSmtpFallback::neverWithoutTls_data()
{
    QTest::addColumn<QString>("answer");
    for (const char *answer :
         { "535 5.7.8 no", "504 5.5.4 what", "500 what", "454 4.7.0 later", "534 5.7.9 too weak",
           "538 5.7.11 no", "432 4.7.12 say PLAIN once", "550 no" })
        QTest::newRow(answer) << u"S: "_s + QString::fromLatin1(answer);
}

// An attacker on the line may have refused the mechanism that does not show the password.
void TestSmtpFallback::neverWithoutTls()
{
    QFETCH(QString, answer);
    ScriptedServer server(hello() + QStringList{ scram, answer });
    Session session(m_policy);
    QVERIFY(
        awaited(session.open({ u"127.0.0.1"_s, server.serverPort(), Security::None, {} })).ok());
    const Result<void> refused = awaited(session.login({ u"user"_s, "secret", {} }));
    QVERIFY(!refused.ok());
    QCOMPARE(server.problem(), QString());
    QVERIFY(server.isDone());
    ScriptedServer stripped(hello(u"PLAIN LOGIN"_s));
    QVERIFY(
        awaited(session.open({ u"127.0.0.1"_s, stripped.serverPort(), Security::None, {} })).ok());
    const Result<void> weaker =
        awaited(session.login({ u"user"_s, "secret", {}, {}, "SCRAM-SHA-256" }));
    QCOMPARE(weaker.error().code, Error::Code::Tls);
    QCOMPARE(stripped.received().size(), 1);
}

void TestSmtpFallback::namedMechanismIsTheOnlyOne()
{
    ScriptedServer server(QStringList{ u"TLS"_s } + hello() + QStringList{ plain, noSecret },
                          m_certificate);
    Session session(m_policy);
    QVERIFY(awaited(session.open({ u"127.0.0.1"_s, server.serverPort(), Security::Tls, {} })).ok());
    QVERIFY(!awaited(session.login({ u"user"_s, "secret", {}, "PLAIN" })).ok());
    QCOMPARE(server.problem(), QString());
    ScriptedServer other(QStringList{ u"TLS"_s, u"S: 220 mx"_s, u"C: EHLO *"_s, u"S: 250 mx"_s },
                         m_certificate);
    QVERIFY(awaited(session.open({ u"127.0.0.1"_s, other.serverPort(), Security::Tls, {} })).ok());
    const Result<void> missing = awaited(session.login({ u"user"_s, "secret", {}, "PLAIN" }));
    QCOMPARE(missing.error().code, Error::Code::Unauthorized);
}

// An attacker who ends the connection after a refusal must not get the password in plain text over the
// next one.
void TestSmtpFallback::endsWhereTlsIsGoneAfterTheRefusal()
{
    ScriptedServer server(
        QStringList{ u"S: 220 mx"_s, u"C: EHLO *"_s, u"S: 250-mx\r\n250 STARTTLS"_s,
                     u"C: STARTTLS"_s, u"S: 220 go"_s, u"STARTTLS"_s }
            + hello().mid(1) + QStringList{ scram, noSecret, u"X"_s, u"N"_s } + hello(u"PLAIN"_s),
        m_certificate);
    Session session(m_policy);
    QVERIFY(awaited(session.open({ u"127.0.0.1"_s, server.serverPort(), Security::StartTls, {} }))
                .ok());
    const Result<void> refused = awaited(session.login({ u"user"_s, "secret", {} }));
    QCOMPARE(refused.error().code, Error::Code::Tls);
    QCOMPARE(server.problem(), QString());
    QVERIFY(server.isDone());
}

QTEST_GUILESS_MAIN(TestSmtpFallback)
#include "tst_smtp_fallback.moc"
