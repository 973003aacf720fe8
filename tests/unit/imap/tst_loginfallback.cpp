// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/session.h"
#include "support/awaited.h"
#include "support/scriptedserver.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Imap::Session;
using Net::Security;
using Support::ScriptedServer;

/** Which mechanisms are tried after a refusal, and which are never tried. */
class TestImapFallback : public QObject
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

const QString scram = u"C: $ AUTHENTICATE SCRAM-SHA-256 *"_s;
const QString plain = u"C: $ AUTHENTICATE PLAIN AHVzZXIAc2VjcmV0"_s;
const QString noSecret =
    u"S: $ NO authentication failure"_s; // as Cyrus answers, also to a wrong password
const QString in = u"S: $ OK [CAPABILITY IMAP4rev1 IDLE] in"_s;

QStringList
hello(const QString &mechanisms = u"AUTH=SCRAM-SHA-256 AUTH=SCRAM-SHA-1 AUTH=PLAIN AUTH=LOGIN"_s)
{
    return { u"S: * OK [CAPABILITY IMAP4rev1 SASL-IR LOGINDISABLED %1] hi"_s.arg(mechanisms) };
}

/// The challenge that requires a proof of the password.
const QStringList proof = { u"S: + cj1ub25lLHM9QUFBQSxpPTQwOTY="_s };

} // namespace

void TestImapFallback::initTestCase()
{
    m_certificate = m_certificates.make(u"localhost"_s);
    m_policy = *Net::TlsPolicy::withExtraCa(m_certificate.certificateFile);
}

void TestImapFallback::overTls_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<QByteArray>("proven");
    QTest::addColumn<QByteArray>("mechanism"); // empty: refused
    const QStringList greeted = QStringList{ u"TLS"_s } + hello();
    const auto row = [](const char *name, const QStringList &script, const QByteArray &proven,
                        const QByteArray &mechanism) {
        QTest::newRow(name) << script << proven << mechanism;
    };
    row("Cyrus without secrets for SCRAM", greeted + QStringList{ scram, noSecret, plain, in }, {},
        "PLAIN");
    row("a code that says wrong password, before there was a proof",
        greeted + QStringList{ scram, u"S: $ NO [AUTHENTICATIONFAILED] no"_s, plain, in }, {},
        "PLAIN");
    row("a check that is away",
        greeted + QStringList{ scram, u"S: $ NO [UNAVAILABLE] generic failure"_s, plain, in }, {},
        "PLAIN");
    row("offered and not done",
        greeted
            + QStringList{ scram, u"S: $ NO no mechanism available"_s,
                           u"C: $ AUTHENTICATE SCRAM-SHA-1 *"_s, u"S: $ BAD what"_s, plain,
                           u"S: $ NO [CANNOT] no"_s, u"C: $ AUTHENTICATE LOGIN"_s,
                           u"S: + VXNlcm5hbWU6"_s, u"C: dXNlcg=="_s, u"S: + UGFzc3dvcmQ6"_s,
                           u"C: c2VjcmV0"_s, in },
        {}, "LOGIN");
    row("a wrong password is tried once a family",
        greeted + QStringList{ scram, noSecret, plain, noSecret }, {}, {});
    row("a wrong password that is said",
        greeted + QStringList{ plain, u"S: $ NO [AUTHENTICATIONFAILED] no"_s }, "PLAIN", {});
    row("a wrong password since last time", greeted + QStringList{ plain, noSecret }, "PLAIN", {});
    row("what worked last time comes first", greeted + QStringList{ plain, in }, "PLAIN", "PLAIN");
    row("refuses and closes",
        greeted + QStringList{ scram, noSecret, u"X"_s, u"N"_s } + greeted
            + QStringList{ plain, in },
        {}, "PLAIN");
    row("refuses, says BYE and closes",
        greeted + QStringList{ scram, noSecret + u"\r\n* BYE too many errors"_s, u"X"_s, u"N"_s }
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
            + hello(u"AUTH=SCRAM-SHA-256 AUTH=GSSAPI"_s),
        {}, {});
    row("a server that is not to be trusted gets nothing else",
        greeted + QStringList{ scram } + proof, {}, {});
    row("a server that proves nothing gets nothing else", greeted + QStringList{ scram, in }, {},
        {});
    row("too many connections", greeted + QStringList{ scram, u"S: $ NO [LIMIT] too many"_s }, {},
        {});
    row("closed without an answer", greeted + QStringList{ scram, u"X"_s }, {}, {});
}

void TestImapFallback::overTls()
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

void TestImapFallback::neverWithoutTls_data()
{
    QTest::addColumn<QString>("answer");
    for (const char *answer :
         { "NO no", "NO [AUTHENTICATIONFAILED] no", "NO [CANNOT] no", "NO [UNAVAILABLE] later",
           "NO no mechanism available", "BAD what", "NO [PRIVACYREQUIRED] no" })
        QTest::newRow(answer) << u"S: $ "_s + QString::fromLatin1(answer);
}

// An attacker on the line may have refused the mechanism that does not show the password.
void TestImapFallback::neverWithoutTls()
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
    ScriptedServer stripped(hello(u"AUTH=PLAIN AUTH=LOGIN"_s));
    QVERIFY(
        awaited(session.open({ u"127.0.0.1"_s, stripped.serverPort(), Security::None, {} })).ok());
    const Result<void> weaker =
        awaited(session.login({ u"user"_s, "secret", {}, {}, "SCRAM-SHA-256" }));
    QCOMPARE(weaker.error().code, Error::Code::Tls);
    QVERIFY(stripped.received().isEmpty());
}

void TestImapFallback::namedMechanismIsTheOnlyOne()
{
    ScriptedServer server(QStringList{ u"TLS"_s } + hello() + QStringList{ plain, noSecret },
                          m_certificate);
    Session session(m_policy);
    QVERIFY(awaited(session.open({ u"127.0.0.1"_s, server.serverPort(), Security::Tls, {} })).ok());
    QVERIFY(!awaited(session.login({ u"user"_s, "secret", {}, "PLAIN" })).ok());
    QCOMPARE(server.problem(), QString());
    ScriptedServer other(QStringList{ u"TLS"_s } + hello(u"AUTH=SCRAM-SHA-1"_s), m_certificate);
    QVERIFY(awaited(session.open({ u"127.0.0.1"_s, other.serverPort(), Security::Tls, {} })).ok());
    const Result<void> missing = awaited(session.login({ u"user"_s, "secret", {}, "PLAIN" }));
    QCOMPARE(missing.error().code, Error::Code::Unauthorized);
}

// An attacker who ends the connection after a refusal must not get the password in plain text over the
// next one.
void TestImapFallback::endsWhereTlsIsGoneAfterTheRefusal()
{
    QString offered = hello().first();
    offered.replace(u"S: * OK [CAPABILITY"_s, u"S: * CAPABILITY"_s)
        .replace(u"] hi"_s, u"\r\n$ OK"_s);
    ScriptedServer server(QStringList{ u"S: * OK [CAPABILITY IMAP4rev1 STARTTLS] hi"_s,
                                       u"C: $ STARTTLS"_s, u"S: $ OK go"_s, u"STARTTLS"_s,
                                       u"C: $ CAPABILITY"_s, offered, scram, noSecret, u"X"_s,
                                       u"N"_s }
                              + hello(u"AUTH=PLAIN"_s),
                          m_certificate);
    Session session(m_policy);
    QVERIFY(awaited(session.open({ u"127.0.0.1"_s, server.serverPort(), Security::StartTls, {} }))
                .ok());
    const Result<void> refused = awaited(session.login({ u"user"_s, "secret", {} }));
    QCOMPARE(refused.error().code, Error::Code::Tls);
    QCOMPARE(server.problem(), QString());
    QVERIFY(server.isDone());
}

QTEST_GUILESS_MAIN(TestImapFallback)
#include "tst_loginfallback.moc"
