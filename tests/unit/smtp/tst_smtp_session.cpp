// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/session.h"
#include "support/awaited.h"
#include "support/patience.h"
#include "support/scriptedserver.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Net::Security;
using Smtp::Envelope;
using Smtp::Reply;
using Smtp::Session;
using Smtp::Submission;
using Support::ScriptedServer;
using End = Submission::End;

/** Login, envelopes and what each answer means for the mail. */
class TestSmtpSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void sendsAMail_data();
    void sendsAMail();
    void speaksTlsFromTheFirstByte();
    void sendsSeveralMailsThroughOneSession();
    void takesBackWhatWasRefused_data();
    void takesBackWhatWasRefused();
    void saysWhatTheMailNeeds();
    void refusesWhatTheServerCannotTake_data();
    void refusesWhatTheServerCannotTake();
    void logsIn_data();
    void logsIn();
    void goesOnWithoutALogin();
    void refusesALoginThatIsNotOffered();
    void quotesNoSecret();
    void reportsEachRecipient_data();
    void reportsEachRecipient();
    void classifiesAnswers_data();
    void classifiesAnswers();
    void classifiesLostConnections_data();
    void classifiesLostConnections();
    void sendsNoDotWhereTheHandOverFails();
    void sendsNoDotWhereTheMessageCannotBeRead();
    void takesNoAnswerFromBeforeTheDot();
    void endsEveryWaitWhenDestroyed();
    void refusesFloods();
    void saysGoodBye();

private:
    Result<void> openWith(ScriptedServer &server, Session &session, Security security);
    Submission sendWith(const QStringList &script, const Envelope &envelope,
                        const QByteArray &extensions = "PIPELINING",
                        Smtp::SessionOptions options = {});

    Support::Certificates m_certificates;
    Support::Certificate m_certificate;
    Net::TlsPolicy m_policy;
    bool m_isHandedOver = false;
    QString m_problem;
    bool m_isScriptDone = false;
};

namespace {

const QByteArray message = "Subject: x\r\n\r\n.dot\r\nend\r\n";
const QStringList messageLines = { u"C: Subject: x"_s, u"C: "_s, u"C: ..dot"_s, u"C: end"_s,
                                   u"C: ."_s };

struct Source {
    QByteArray rest = message;
    qsizetype piece = 7;

    QCoro::Task<Result<QByteArray>> next()
    {
        const QByteArray taken = rest.left(piece);
        rest = rest.mid(piece);
        co_return taken;
    }
};

QCoro::Task<Result<void>> note(bool *flag)
{
    *flag = true;
    co_return Result<void>();
}

QCoro::Task<Result<void>> refuse()
{
    co_return Error{ Error::Code::Cancelled, u"cancelled meanwhile"_s };
}

QCoro::Task<Result<QByteArray>> failToRead()
{
    co_return Error{ Error::Code::Storage, u"no disk"_s };
}

Smtp::Cargo cargo(Source &source, bool *handedOver)
{
    return { [&source] { return source.next(); },
             [handedOver] {
                 return note(handedOver);
             } };
}

QStringList hello(const QByteArray &extensions = "PIPELINING")
{
    QString reply = u"S: 250-mx\r\n"_s;
    for (const QByteArray &one : extensions.split('|'))
        reply += u"250-"_s + QString::fromLatin1(one) + u"\r\n"_s;
    return { u"S: 220 mx"_s, u"C: EHLO [127.0.0.1]"_s, reply + u"250 HELP"_s };
}

Envelope envelope(const QList<QByteArray> &to = { "b@example.org" })
{
    return { .from = "a@example.org", .to = to, .size = message.size() };
}

} // namespace

void TestSmtpSession::initTestCase()
{
    m_certificate = m_certificates.make(u"localhost"_s);
    m_policy = *Net::TlsPolicy::withExtraCa(m_certificate.certificateFile);
}

Result<void> TestSmtpSession::openWith(ScriptedServer &server, Session &session, Security security)
{
    return awaited(session.open({ u"127.0.0.1"_s, server.serverPort(), security, {} }));
}

Submission TestSmtpSession::sendWith(const QStringList &script, const Envelope &to,
                                     const QByteArray &extensions, Smtp::SessionOptions options)
{
    ScriptedServer server(hello(extensions) + script);
    Session session(m_policy, options);
    if (!openWith(server, session, Security::None))
        qFatal("no session");
    Source source;
    m_isHandedOver = false;
    Submission submission = awaited(session.submit(to, cargo(source, &m_isHandedOver)));
    m_problem = server.problem();
    m_isScriptDone = server.isDone();
    return submission;
}

void TestSmtpSession::sendsAMail_data()
{
    QTest::addColumn<QByteArray>("extensions");
    QTest::addColumn<QStringList>("commands");
    QTest::newRow("pipelined") << QByteArray("PIPELINING")
                               << QStringList{ u"C: MAIL FROM:<a@example.org>"_s,
                                               u"C: RCPT TO:<b@example.org>"_s, u"C: DATA"_s,
                                               u"S: 250 a\r\n250 b\r\n354 go"_s };
    QTest::newRow("one by one") << QByteArray("HELP")
                                << QStringList{ u"C: MAIL FROM:<a@example.org>"_s,
                                                u"S: 250 a"_s,
                                                u"C: RCPT TO:<b@example.org>"_s,
                                                u"S: 250 b"_s,
                                                u"C: DATA"_s,
                                                u"S: 354 go"_s };
}

void TestSmtpSession::sendsAMail()
{
    QFETCH(QByteArray, extensions);
    QFETCH(QStringList, commands);
    const Submission sent = sendWith(
        commands + messageLines + QStringList{ u"S: 250 2.0.0 queued"_s }, envelope(), extensions);
    QCOMPARE(m_problem, QString());
    QVERIFY(m_isScriptDone);
    QVERIFY(sent.end == End::Accepted && !sent.error);
    QCOMPARE(sent.reply, (Reply{ 250, "2.0.0", { "queued" } }));
    QCOMPARE(sent.recipients.size(), 1);
    QVERIFY(m_isHandedOver);
}

void TestSmtpSession::speaksTlsFromTheFirstByte()
{
    ScriptedServer server(QStringList{ u"TLS"_s } + hello(), m_certificate);
    Session session(m_policy);
    QVERIFY(openWith(server, session, Security::Tls).ok());
    QCOMPARE(session.peerKey().size(), 32);
}

void TestSmtpSession::sendsSeveralMailsThroughOneSession()
{
    const QStringList mail = QStringList{ u"C: MAIL *"_s, u"C: RCPT *"_s, u"C: DATA"_s,
                                          u"S: 250 a\r\n250 b\r\n354 go"_s }
        + messageLines;
    ScriptedServer server(hello() + mail + QStringList{ u"S: 250 one"_s } + mail
                          + QStringList{ u"S: 451 later"_s } + mail
                          + QStringList{ u"S: 250 three"_s });
    Session session(m_policy);
    QVERIFY(openWith(server, session, Security::None).ok());
    QList<End> ends;
    for (int i = 0; i < 3; ++i) {
        Source source;
        ends.append(awaited(session.submit(envelope(), cargo(source, &m_isHandedOver))).end);
    }
    QCOMPARE(server.problem(), QString());
    QCOMPARE(ends, (QList{ End::Accepted, End::Deferred, End::Accepted }));
}

void TestSmtpSession::takesBackWhatWasRefused_data()
{
    QTest::addColumn<QByteArray>("extensions");
    QTest::addColumn<QStringList>("refused");
    QTest::addColumn<QStringList>("taken");
    const QString go = u"S: 250 a\r\n250 b\r\n354 go"_s;
    const QStringList commands = { u"C: MAIL *"_s, u"C: RCPT *"_s, u"C: DATA"_s };
    QTest::newRow("all recipients")
        << QByteArray("PIPELINING") << commands + QStringList{ u"S: 250 a\r\n550 b\r\n503 c"_s }
        << commands + QStringList{ go };
    QTest::newRow("the mail") << QByteArray("PIPELINING")
                              << commands + QStringList{ u"S: 250 a\r\n250 b\r\n451 c"_s }
                              << commands + QStringList{ go };
    QTest::newRow("one by one") << QByteArray(
        "HELP") << QStringList{ u"C: MAIL *"_s, u"S: 250 a"_s, u"C: RCPT *"_s, u"S: 550 b"_s }
                                << QStringList{ u"C: MAIL *"_s, u"S: 250 a"_s, u"C: RCPT *"_s,
                                                u"S: 250 b"_s,  u"C: DATA"_s,  u"S: 354 go"_s };
}

// Without RSET, Exim and Dovecot answer a second MAIL with 503, and the mail would be refused for good.
void TestSmtpSession::takesBackWhatWasRefused()
{
    QFETCH(QByteArray, extensions);
    QFETCH(QStringList, refused);
    QFETCH(QStringList, taken);
    ScriptedServer server(hello(extensions) + refused
                          + QStringList{ u"C: RSET"_s, u"S: 250 fine"_s } + taken + messageLines
                          + QStringList{ u"S: 250 two"_s });
    Session session(m_policy);
    QVERIFY(openWith(server, session, Security::None).ok());
    Source first;
    QVERIFY(awaited(session.submit(envelope(), cargo(first, &m_isHandedOver))).error);
    Source second;
    const Submission sent = awaited(session.submit(envelope(), cargo(second, &m_isHandedOver)));
    QCOMPARE(server.problem(), QString());
    QVERIFY(sent.end == End::Accepted);
}

void TestSmtpSession::saysWhatTheMailNeeds()
{
    Envelope needy = envelope();
    needy.from = "\xc3\xa4@example.org";
    needy.needsUtf8 = needy.is8Bit = true;
    const Submission sent =
        sendWith(QStringList{ u"C: MAIL FROM:<ä@example.org> SIZE=25 BODY=8BITMIME SMTPUTF8"_s,
                              u"C: RCPT *"_s, u"C: DATA"_s, u"S: 250 a\r\n250 b\r\n354 go"_s }
                     + messageLines + QStringList{ u"S: 250 ok"_s },
                 needy, "PIPELINING|SIZE 1000|8BITMIME|SMTPUTF8");
    QCOMPARE(m_problem, QString());
    QVERIFY(sent.end == End::Accepted);
}

void TestSmtpSession::refusesWhatTheServerCannotTake_data()
{
    QTest::addColumn<QByteArray>("extensions");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<bool>("needsUtf8");
    QTest::addColumn<bool>("is8Bit");
    const QByteArray plain = "a@example.org";
    QTest::newRow("too large") << QByteArray("SIZE 24") << plain << false << false;
    QTest::newRow("no SMTPUTF8") << QByteArray("8BITMIME") << plain << true << false;
    QTest::newRow("no 8BITMIME") << QByteArray("SMTPUTF8") << plain << false << true;
    QTest::newRow("a command in an address")
        << QByteArray("SIZE") << QByteArray("a@b>\r\nRCPT TO:<c@d") << false << false;
    QTest::newRow("a blank in an address")
        << QByteArray("SIZE") << QByteArray("a@b SIZE=0") << false << false;
    QTest::newRow("no sender") << QByteArray("SIZE") << QByteArray() << false << false;
}

void TestSmtpSession::refusesWhatTheServerCannotTake()
{
    QFETCH(QByteArray, extensions);
    QFETCH(QByteArray, from);
    QFETCH(bool, needsUtf8);
    QFETCH(bool, is8Bit);
    Envelope asked = envelope();
    asked.from = from;
    asked.needsUtf8 = needsUtf8;
    asked.is8Bit = is8Bit;
    const Submission sent = sendWith({}, asked, extensions);
    QCOMPARE(m_problem, QString()); // nothing of the mail was sent
    QVERIFY(sent.end == End::Refused && sent.error);
    const bool isTooLarge = extensions.startsWith("SIZE ");
    QCOMPARE(sent.error->code, isTooLarge ? Error::Code::Server : Error::Code::BadRequest);
    QCOMPARE(sent.reply.code, 0);
}

void TestSmtpSession::logsIn_data()
{
    QTest::addColumn<QByteArray>("offer");
    QTest::addColumn<QByteArray>("token");
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<int>("code"); // -1: it works
    const auto row = [](const char *name, const QByteArray &offer, const QByteArray &token,
                        const QStringList &script, int code) {
        QTest::newRow(name) << "AUTH " + offer << token << script << code;
    };
    const QString plain = u"C: AUTH PLAIN AHVzZXIAc2VjcmV0"_s;
    const int refused = int(Error::Code::Unauthorized);
    row("PLAIN", "LOGIN PLAIN", {}, { plain, u"S: 235 in"_s }, -1);
    row("LOGIN", "LOGIN", {},
        { u"C: AUTH LOGIN"_s, u"S: 334 VXNlcm5hbWU6"_s, u"C: dXNlcg=="_s, u"S: 334 UGFzc3dvcmQ6"_s,
          u"C: c2VjcmV0"_s, u"S: 235 in"_s },
        -1);
    row("XOAUTH2", "PLAIN XOAUTH2", "token",
        { u"C: AUTH XOAUTH2 dXNlcj11c2VyAWF1dGg9QmVhcmVyIHRva2VuAQE="_s, u"S: 235 in"_s }, -1);
    row("XOAUTH2, refused", "XOAUTH2", "token",
        { u"C: AUTH XOAUTH2 *"_s, u"S: 334 eyJzdGF0dXMiOiI0MDAifQ=="_s, u"C: "_s,
          u"S: 535 5.7.8 no"_s },
        refused);
    row("OAUTHBEARER", "XOAUTH2 OAUTHBEARER", "token",
        { u"C: AUTH OAUTHBEARER *"_s, u"S: 235 in"_s }, -1);
    row("a token that makes a long line", "XOAUTH2", QByteArray(600, 't'),
        { u"C: AUTH XOAUTH2"_s, u"S: 334"_s, u"C: dXNlcj11c2VyAWF1dGg9QmVhcmVyI*"_s,
          u"S: 235 in"_s },
        -1);
    row("refused", "PLAIN", {}, { plain, u"S: 535 5.7.8 wrong"_s }, refused);
    row("refused, and nothing weaker is tried", "LOGIN PLAIN", {}, { plain, u"S: 535 wrong"_s },
        refused);
    row("needs a web login", "PLAIN", {}, { plain, u"S: 534 5.7.9 go to the web"_s }, refused);
    row("not now", "PLAIN", {}, { plain, u"S: 454 4.7.0 later"_s }, int(Error::Code::Server));
    row("only mechanisms that we do not speak", "CRAM-MD5 NTLM", {}, {}, refused);
    row("SCRAM whose server proves nothing", "SCRAM-SHA-256 PLAIN", {},
        { u"C: AUTH SCRAM-SHA-256 *"_s, u"S: 235 in"_s }, int(Error::Code::Protocol));
    row("SCRAM with another nonce", "SCRAM-SHA-1", {},
        { u"C: AUTH SCRAM-SHA-1 *"_s, u"S: 334 cj1ub25lLHM9QUFBQSxpPTQwOTY="_s },
        int(Error::Code::Protocol));
    row("challenges without an end", "LOGIN", {},
        { u"C: AUTH LOGIN"_s, u"S: 334 a"_s, u"C: *"_s, u"S: 334 a"_s, u"C: *"_s, u"S: 334 a"_s },
        int(Error::Code::Protocol));
    row("250 is no login", "PLAIN", {}, { plain, u"S: 250 fine"_s }, int(Error::Code::Server));
}

void TestSmtpSession::logsIn()
{
    QFETCH(QByteArray, offer);
    QFETCH(QByteArray, token);
    QFETCH(QStringList, script);
    QFETCH(int, code);
    ScriptedServer server(hello(offer) + script);
    Session session(m_policy);
    QVERIFY(openWith(server, session, Security::None).ok());
    const Result<void> loggedIn = awaited(session.login({ u"user"_s, "secret", token }));
    QCOMPARE(server.problem(), QString());
    QVERIFY(server.isDone());
    QCOMPARE(loggedIn.ok() ? -1 : int(loggedIn.error().code), code);
}

void TestSmtpSession::goesOnWithoutALogin()
{
    ScriptedServer server(hello());
    Session session(m_policy);
    QVERIFY(openWith(server, session, Security::None).ok());
    QVERIFY(awaited(session.login({ u"user"_s, "secret", {} })).ok());
    QCOMPARE(server.received().size(), 1);
}

void TestSmtpSession::refusesALoginThatIsNotOffered()
{
    ScriptedServer server(hello("AUTH PLAIN"));
    Session session(m_policy);
    QVERIFY(openWith(server, session, Security::None).ok());
    const Result<void> broken = awaited(session.login({ u"user"_s, "sec\r\nret", {} }));
    QCOMPARE(broken.error().code, Error::Code::BadRequest);
    QCOMPARE(server.received().size(), 1);
}

void TestSmtpSession::quotesNoSecret()
{
    for (const char *text : { "what is secret", "AHVzZXIAc2VjcmV0?", "SECRET!" }) {
        ScriptedServer server(
            hello("AUTH PLAIN")
            + QStringList{ u"C: AUTH *"_s, u"S: 535 5.7.8 "_s + QString::fromLatin1(text) });
        Session session(m_policy);
        QVERIFY(openWith(server, session, Security::None).ok());
        const Result<void> refused = awaited(session.login({ u"user"_s, "secret", {} }));
        QVERIFY(!refused.ok());
        QVERIFY(!refused.error().message.contains(QLatin1StringView(text)));
        QVERIFY(refused.error().message.contains(u"535 5.7.8"_s));
    }
}

void TestSmtpSession::reportsEachRecipient_data()
{
    QTest::addColumn<QString>("replies");
    QTest::addColumn<int>("end");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const QString &replies, End end, int code) {
        QTest::newRow(name) << replies << int(end) << code;
    };
    row("all taken", u"250 a\r\n250 b\r\n250 c"_s, End::Accepted, 250);
    row("one refused", u"250 a\r\n550 5.1.1 b\r\n250 c"_s, End::Accepted, 250);
    row("one greylisted", u"250 a\r\n250 b\r\n450 4.7.1 c"_s, End::Accepted, 250);
    row("251 is a yes", u"250 a\r\n251 b\r\n550 c"_s, End::Accepted, 250);
    row("all refused", u"250 a\r\n550 b\r\n551 c"_s, End::Refused, 550);
    row("one may be taken later", u"250 a\r\n550 b\r\n450 c"_s, End::Deferred, 450);
    row("the sender refused", u"550 5.7.1 a\r\n503 b\r\n503 c"_s, End::Refused, 550);
    row("the sender not now", u"451 a\r\n503 b\r\n503 c"_s, End::Deferred, 451);
}

void TestSmtpSession::reportsEachRecipient()
{
    QFETCH(QString, replies);
    QFETCH(int, end);
    QFETCH(int, code);
    const bool goes = end == int(End::Accepted);
    QStringList script{ u"C: MAIL *"_s, u"C: RCPT TO:<b@example.org>"_s,
                        u"C: RCPT TO:<c@example.org>"_s, u"C: DATA"_s };
    script += u"S: "_s + replies + (goes ? u"\r\n354 go"_s : u"\r\n503 no recipients"_s);
    if (goes)
        script += messageLines + QStringList{ u"S: 250 ok"_s };
    const Submission sent = sendWith(script, envelope({ "b@example.org", "c@example.org" }));
    QCOMPARE(m_problem, QString());
    QCOMPARE(int(sent.end), end);
    QCOMPARE(sent.reply.code, code);
    QCOMPARE(m_isHandedOver, goes);
    const bool isSenderRefused = replies.startsWith(u'5') || replies.startsWith(u"451"_s);
    QCOMPARE(sent.recipients.size(), isSenderRefused ? 0 : 2);
}

void TestSmtpSession::classifiesAnswers_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<int>("end");
    QTest::addColumn<bool>("isHandedOver");
    const QStringList commands = { u"C: MAIL *"_s, u"C: RCPT *"_s, u"C: DATA"_s };
    const QStringList whole =
        commands + QStringList{ u"S: 250 a\r\n250 b\r\n354 go"_s } + messageLines;
    const auto row = [](const char *name, const QStringList &script, End end, bool isHandedOver) {
        QTest::newRow(name) << script << int(end) << isHandedOver;
    };
    row("DATA refused", commands + QStringList{ u"S: 250 a\r\n250 b\r\n554 no"_s }, End::Refused,
        false);
    row("DATA not now", commands + QStringList{ u"S: 250 a\r\n250 b\r\n451 no"_s }, End::Deferred,
        false);
    row("DATA answered with 250", commands + QStringList{ u"S: 250 a\r\n250 b\r\n250 c"_s },
        End::Deferred, false);
    row("354 to a mail without recipients",
        commands + QStringList{ u"S: 250 a\r\n550 b\r\n354 go"_s }, End::Refused, false);
    row("the message refused", whole + QStringList{ u"S: 554 5.7.1 spam"_s }, End::Refused, true);
    row("the message not now", whole + QStringList{ u"S: 452 4.3.1 full"_s }, End::Deferred, true);
    row("421 after the message", whole + QStringList{ u"S: 421 bye"_s, u"X"_s }, End::Deferred,
        true);
    row("421 for MAIL", commands + QStringList{ u"S: 421 4.7.0 too fast"_s, u"X"_s }, End::Deferred,
        false);
    row("nonsense after the message", whole + QStringList{ u"S: what"_s }, End::Unknown, true);
}

void TestSmtpSession::classifiesAnswers()
{
    QFETCH(QStringList, script);
    QFETCH(int, end);
    QFETCH(bool, isHandedOver);
    const Submission sent = sendWith(script, envelope());
    QCOMPARE(m_problem, QString());
    QCOMPARE(int(sent.end), end);
    QCOMPARE(m_isHandedOver, isHandedOver);
    QVERIFY(sent.error);
}

void TestSmtpSession::classifiesLostConnections_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<int>("end");
    const QStringList commands = { u"C: MAIL *"_s, u"C: RCPT *"_s, u"C: DATA"_s };
    const QStringList begun = commands + QStringList{ u"S: 250 a\r\n250 b\r\n354 go"_s };
    for (const QString &end : { u"X"_s, u"R"_s, u"silence"_s }) {
        const QByteArray name = end.toLatin1() + ' ';
        const auto row = [&](const char *when, QStringList script, End what) {
            if (end != u"silence"_s)
                script += end;
            QTest::newRow(name + when) << script << int(what);
        };
        row("for MAIL", { u"C: MAIL *"_s }, End::Deferred);
        row("after MAIL", commands + QStringList{ u"S: 250 a"_s }, End::Deferred);
        row("instead of 354", commands + QStringList{ u"S: 250 a\r\n250 b"_s }, End::Deferred);
        row("after the dot", begun + messageLines, End::Unknown);
        row("in half an answer", begun + messageLines + QStringList{ u"S= 250 2.0"_s },
            End::Unknown);
    }
}

void TestSmtpSession::classifiesLostConnections()
{
    QFETCH(QStringList, script);
    QFETCH(int, end);
    const Submission sent = sendWith(script, envelope(), "PIPELINING",
                                     { .commandTimeout = 300ms, .finalTimeout = 300ms });
    QCOMPARE(int(sent.end), end);
    QCOMPARE(m_isHandedOver, end == int(End::Unknown));
    QVERIFY(sent.error);
}

void TestSmtpSession::sendsNoDotWhereTheHandOverFails()
{
    ScriptedServer server(hello()
                          + QStringList{ u"C: MAIL *"_s, u"C: RCPT *"_s, u"C: DATA"_s,
                                         u"S: 250 a\r\n250 b\r\n354 go"_s }
                          + messageLines.first(4));
    Session session(m_policy);
    QVERIFY(openWith(server, session, Security::None).ok());
    Source source;
    const Smtp::Cargo refusing{ [&source] { return source.next(); },
                                [] {
                                    return refuse();
                                } };
    const Submission sent = awaited(session.submit(envelope(), refusing));
    QVERIFY(sent.end == End::Deferred);
    QVERIFY(!session.isOpen());
    QTRY_VERIFY(server.isDone());
    QCOMPARE(server.problem(), QString());
}

void TestSmtpSession::sendsNoDotWhereTheMessageCannotBeRead()
{
    ScriptedServer server(hello()
                          + QStringList{ u"C: MAIL *"_s, u"C: RCPT *"_s, u"C: DATA"_s,
                                         u"S: 250 a\r\n250 b\r\n354 go"_s });
    Session session(m_policy);
    QVERIFY(openWith(server, session, Security::None).ok());
    const Smtp::Cargo broken{ [] { return failToRead(); },
                              [this] {
                                  return note(&m_isHandedOver);
                              } };
    m_isHandedOver = false;
    const Submission sent = awaited(session.submit(envelope(), broken));
    QVERIFY(sent.end == End::Deferred && !m_isHandedOver);
    QCOMPARE(sent.error->code, Error::Code::Storage);
    QVERIFY(!session.isOpen());
}

// A 250 that comes before the message was sent cannot be the answer to it.
void TestSmtpSession::takesNoAnswerFromBeforeTheDot()
{
    const Submission sent = sendWith({ u"C: MAIL *"_s, u"C: RCPT *"_s, u"C: DATA"_s,
                                       u"S: 250 a\r\n250 b\r\n354 go\r\n250 2.0.0 queued"_s },
                                     envelope());
    QVERIFY(sent.end == End::Deferred);
    QVERIFY(!m_isHandedOver);
}

void TestSmtpSession::endsEveryWaitWhenDestroyed()
{
    ScriptedServer server(hello() + QStringList{ u"C: MAIL *"_s });
    auto session = std::make_unique<Session>(m_policy);
    QVERIFY(openWith(server, *session, Security::None).ok());
    Source source;
    std::optional<Submission> sent;
    Awaiting::keep(session->submit(envelope(), cargo(source, &m_isHandedOver)), sent);
    QTRY_COMPARE(server.received().size(), 4);
    QVERIFY(!sent);
    session.reset();
    QVERIFY(sent && sent->end == End::Deferred);
    QCOMPARE(sent->error->code, Error::Code::Cancelled);
}

void TestSmtpSession::refusesFloods()
{
    const QStringList commands = { u"C: MAIL *"_s, u"C: RCPT *"_s, u"C: DATA"_s };
    QString lines;
    for (int i = 0; i < 5000; ++i)
        lines += u"250-x\r\n"_s;
    const Submission many = sendWith(commands + QStringList{ u"S: "_s + lines }, envelope());
    QCOMPARE(many.error->code, Error::Code::Protocol);
    const Submission longLine =
        sendWith(commands + QStringList{ u"S: 250 "_s + QString(100'000, u'x') }, envelope());
    QCOMPARE(longLine.error->code, Error::Code::Protocol);
}

void TestSmtpSession::saysGoodBye()
{
    ScriptedServer server(hello() + QStringList{ u"C: QUIT"_s, u"S: 221 bye"_s });
    Session session(m_policy);
    QVERIFY(openWith(server, session, Security::None).ok());
    const auto quit = [](Session *one) -> QCoro::Task<bool> {
        co_await one->quit();
        co_return true;
    };
    QVERIFY(awaited(quit(&session)));
    QVERIFY(!session.isOpen());
    QVERIFY(server.isDone());
}

QTEST_GUILESS_MAIN(TestSmtpSession)
#include "tst_smtp_session.moc"
