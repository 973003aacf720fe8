// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/session.h"
#include "support/awaited.h"
#include "support/patience.h"
#include "support/scriptedserver.h"

#include <QTest>
#include <QThread>

using namespace Imap;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Net::Security;
using Support::ScriptedServer;

/** Whole conversations, line by line, over plain text; see also tst_starttls and tst_dovecot. */
class TestSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opens_data();
    void opens();
    void refusesToOpen_data();
    void refusesToOpen();
    void logsIn_data();
    void logsIn();
    void refusesToLogIn_data();
    void refusesToLogIn();
    void sendsNonAsciiPasswordsAsLiterals();
    void trustsNoServerThatDoesNotProveItself();
    void examines();
    void resynchronises();
    void ignoresAnInvalidResync_data();
    void ignoresAnInvalidResync();
    void opensPlainlyWhereParametersAreNotUnderstood();
    void saysWhyAFolderDoesNotOpen_data();
    void saysWhyAFolderDoesNotOpen();
    void listsFoldersAndOpensOddNames();
    void listsFoldersWithTheirCounts();
    void listsPlainlyWhereTheServerDoesNotKnowWhatItOffers();
    void asksForCounts();
    void requestsSizesOnlyOnDemand();
    void refusesLineEndsInNames();
    void fetchesIntoTheRightSink();
    void putsPiecesThatComeSideBySideInTheirPlaces_data();
    void putsPiecesThatComeSideBySideInTheirPlaces();
    void tellsFlagsOfOthersAsNews();
    void splitsLongSets();
    void searches_data();
    void searches();
    void idlesUntilNews();
    void idlesUntilWoken();
    void idlesUntilTheTimeIsOver();
    void doesNotIdleWhileNewsWait();
    void survivesAnIdleThatTheServerEnds();
    void endsOnBrokenServers_data();
    void endsOnBrokenServers();
    void givesUpOnASilentServer();
    void doesNotCountTheTimeWhenItsThreadStoodStill();
    void givesUpOnASlowLiteral();
    void givesUpOnASlowLine();
    void givesUpOnAServerThatTalksAndDoesNotAnswer();
    void waitsForAServerThatSaysThatItWorks();
    void goesOnAfterAnAnswerThatItCannotRead_data();
    void goesOnAfterAnAnswerThatItCannotRead();
    void endsWhereTheFolderIsRenumbered();
    void repeatsNoSecret_data();
    void repeatsNoSecret();
    void givesUpOnAnswersThatAreTooMuch();
    void keepsNotMoreThanWasAskedFor_data();
    void keepsNotMoreThanWasAskedFor();
    void overflowsOnFlagsWithoutEnd();
    void refusesAListThatIsTooLong();
    void givesUpOnAFlood();
    void endsEverythingThatWaits();
    void mayBeDestroyedInsideTheSink();
    void logsOut();
    void writesFlags();
    void writesFlagsOfUnchangedMailsOnly();

private:
    static Endpoint endpoint(const ScriptedServer &server);
    /// `script` after the greeting and CAPABILITY of a server that is logged in.
    static QStringList loggedIn(const QByteArray &capabilities, const QStringList &script);
};

namespace {

const QString greeting = u"S: * OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] hi"_s;

SessionOptions quick()
{
    return { .openTimeout = 2000ms, .silenceTimeout = 200ms };
}

} // namespace

Endpoint TestSession::endpoint(const ScriptedServer &server)
{
    return { u"127.0.0.1"_s, server.serverPort(), Security::None, {} };
}

QStringList TestSession::loggedIn(const QByteArray &capabilities, const QStringList &script)
{
    return QStringList{ u"S: * PREAUTH [CAPABILITY %1] hi"_s.arg(
               QString::fromLatin1(capabilities)) }
    + script;
}

void TestSession::opens_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::newRow("capabilities in the greeting") << QStringList{ greeting };
    QTest::newRow("capabilities asked for")
        << QStringList{ u"S: * OK hello"_s, u"C: $ CAPABILITY"_s,
                        u"S: * CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR"_s, u"S: $ OK done"_s };
}

void TestSession::opens()
{
    QFETCH(QStringList, script);
    ScriptedServer server(script);
    server.setPieceBytes(1);
    Session session({}, quick());
    const Result<void> opened = awaited(session.open(endpoint(server)));
    QVERIFY2(opened.ok(), opened ? "" : qPrintable(opened.error().message));
    QCOMPARE(session.capabilities(), Capabilities({ "IMAP4REV1", "AUTH=PLAIN", "SASL-IR" }));
    QVERIFY(session.isOpen());
    QCOMPARE(server.problem(), QString());
}

void TestSession::refusesToOpen_data()
{
    QTest::addColumn<QStringList>("script");
    QTest::addColumn<int>("code");
    QTest::newRow("BYE") << QStringList{ u"S: * BYE busy"_s } << int(Error::Code::Server);
    QTest::newRow("tagged greeting")
        << QStringList{ u"S: A1 OK hi"_s } << int(Error::Code::Protocol);
    QTest::newRow("NO as a greeting")
        << QStringList{ u"S: * NO hi"_s } << int(Error::Code::Protocol);
    QTest::newRow("data as a greeting")
        << QStringList{ u"S: * CAPABILITY IMAP4rev1"_s } << int(Error::Code::Protocol);
    QTest::newRow("continuation as a greeting")
        << QStringList{ u"S: + hi"_s } << int(Error::Code::Protocol);
    QTest::newRow("another protocol")
        << QStringList{ u"S: SSH-2.0-OpenSSH_9.2"_s } << int(Error::Code::Protocol);
    QTest::newRow("silence") << QStringList{} << int(Error::Code::Timeout);
    QTest::newRow("closed") << QStringList{ u"X"_s } << int(Error::Code::Unreachable);
    QTest::newRow("closed after the greeting")
        << QStringList{ u"S: * OK hi"_s, u"C: $ CAPABILITY"_s, u"X"_s }
        << int(Error::Code::Unreachable);
    QTest::newRow("no capabilities")
        << QStringList{ u"S: * OK hi"_s, u"C: $ CAPABILITY"_s, u"S: $ OK"_s }
        << int(Error::Code::Protocol);
}

void TestSession::refusesToOpen()
{
    QFETCH(QStringList, script);
    QFETCH(int, code);
    ScriptedServer server(script);
    Session session({}, quick());
    const Result<void> opened = awaited(session.open(endpoint(server)));
    QVERIFY(!opened.ok());
    QCOMPARE(int(opened.error().code), code);
    QVERIFY(!session.isOpen());
}

void TestSession::logsIn_data()
{
    QTest::addColumn<QByteArray>("capabilities");
    QTest::addColumn<QStringList>("script");
    const QString done = u"S: $ OK [CAPABILITY IMAP4rev1 IDLE] in"_s;
    QTest::newRow("PLAIN with initial response")
        << QByteArray("AUTH=PLAIN SASL-IR")
        << QStringList{ u"C: $ AUTHENTICATE PLAIN AHVzZXIAc2VjcmV0"_s, done };
    QTest::newRow("PLAIN without")
        << QByteArray("AUTH=PLAIN")
        << QStringList{ u"C: $ AUTHENTICATE PLAIN"_s, u"S: +"_s, u"C: AHVzZXIAc2VjcmV0"_s, done };
    QTest::newRow("SASL LOGIN")
        << QByteArray("AUTH=LOGIN SASL-IR")
        << QStringList{ u"C: $ AUTHENTICATE LOGIN"_s, u"S: + VXNlcm5hbWU6"_s, u"C: dXNlcg=="_s,
                        u"S: + UGFzc3dvcmQ6"_s,       u"C: c2VjcmV0"_s,       done };
    QTest::newRow("LOGIN") << QByteArray("")
                           << QStringList{ u"C: $ LOGIN \"user\" \"secret\""_s, done };
    QTest::newRow("capabilities asked for")
        << QByteArray("")
        << QStringList{ u"C: $ LOGIN \"user\" \"secret\""_s, u"S: $ OK in"_s, u"C: $ CAPABILITY"_s,
                        u"S: * CAPABILITY IMAP4rev1 IDLE"_s, u"S: $ OK"_s };
    QTest::newRow("capabilities untagged")
        << QByteArray("")
        << QStringList{ u"C: $ LOGIN \"user\" \"secret\""_s, u"S: * CAPABILITY IMAP4rev1 IDLE"_s,
                        u"S: $ OK in"_s };
    QTest::newRow("ID that is offered after the login") // NetEase refuses clients without it
        << QByteArray("")
        << QStringList{ u"C: $ LOGIN \"user\" \"secret\""_s,
                        u"S: $ OK [CAPABILITY IMAP4rev1 IDLE ID] in"_s,
                        u"C: $ ID (\"name\" \"Postrider\" *"_s, u"S: * ID NIL"_s, u"S: $ OK"_s };
    QTest::newRow("ID first, whatever the answer")
        << QByteArray("ID")
        << QStringList{ u"C: $ ID (\"name\" \"Postrider\" *"_s, u"S: $ BAD what"_s,
                        u"C: $ LOGIN \"user\" \"secret\""_s, done };
}

void TestSession::logsIn()
{
    QFETCH(QByteArray, capabilities);
    QFETCH(QStringList, script);
    ScriptedServer server(QStringList{ u"S: * OK [CAPABILITY IMAP4rev1 %1] hi"_s.arg(
                              QString::fromLatin1(capabilities)) }
                          + script);
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<void> in = awaited(session.login({ u"user"_s, "secret", {} }));
    QVERIFY2(in.ok(), qPrintable(in ? server.problem() : in.error().message));
    QVERIFY(session.capabilities().has("IDLE"));
    QCOMPARE(server.problem(), QString());
    QVERIFY(server.isDone());
}

void TestSession::refusesToLogIn_data()
{
    QTest::addColumn<QString>("capabilities");
    QTest::addColumn<QString>("answer");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const char *answer, Error::Code code) {
        QTest::newRow(name) << u"AUTH=PLAIN SASL-IR"_s << QString::fromLatin1(answer) << int(code);
    };
    row("wrong password", "S: $ NO [AUTHENTICATIONFAILED] no", Error::Code::Unauthorized);
    row("NO without a code", "S: $ NO invalid credentials", Error::Code::Unauthorized);
    row("alert", "S: $ NO [ALERT] use an app password", Error::Code::Unauthorized);
    row("not now", "S: $ NO [UNAVAILABLE] later", Error::Code::Server);
    row("in use", "S: $ NO [INUSE] later", Error::Code::Server);
    row("too many", "S: $ NO [LIMIT] too many connections", Error::Code::Server);
    row("BAD", "S: $ BAD what", Error::Code::Server);
    row("BYE", "S: * BYE go away", Error::Code::Server);
    row("closed", "X", Error::Code::Unreachable);
    row("more questions", "S: + bW9yZQ==", Error::Code::Protocol);
    QTest::newRow("LOGINDISABLED and nothing else")
        << u"LOGINDISABLED AUTH=GSSAPI"_s << QString() << int(Error::Code::Unauthorized);
}

// One attempt without TLS, whatever else the server offers. Over TLS: tst_loginfallback.
void TestSession::refusesToLogIn()
{
    QFETCH(QString, capabilities);
    QFETCH(QString, answer);
    QFETCH(int, code);
    QStringList script{ u"S: * OK [CAPABILITY IMAP4rev1 AUTH=LOGIN %1] hi"_s.arg(capabilities) };
    if (answer.isEmpty())
        script[0].remove(u"AUTH=LOGIN "_s);
    else
        script += { u"C: $ AUTHENTICATE PLAIN *"_s, answer };
    ScriptedServer server(script);
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<void> in = awaited(session.login({ u"user"_s, "secret", {} }));
    QVERIFY(!in.ok());
    QCOMPARE(int(in.error().code), code);
    QVERIFY(!in.error().message.contains(u"secret"_s));
    QCOMPARE(server.problem(), QString());
    QVERIFY(server.isDone());
}

void TestSession::sendsNonAsciiPasswordsAsLiterals()
{
    ScriptedServer server({ u"S: * OK [CAPABILITY IMAP4rev1] hi"_s, u"C: $ LOGIN {4}"_s,
                            u"S: + go"_s, u"C: user {3}"_s, u"S: + go"_s, u"C: \u00e4x"_s,
                            u"S: $ OK [CAPABILITY IMAP4rev1] in"_s });
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QVERIFY(awaited(session.login({ u"user"_s, "\xc3\xa4x", {} })).ok());
    QCOMPARE(server.problem(), QString());
    QCOMPARE(awaited(session.login({ u"us\ner"_s, "x", {} })).error().code,
             Error::Code::BadRequest);
}

void TestSession::trustsNoServerThatDoesNotProveItself()
{
    ScriptedServer server({ u"S: * OK [CAPABILITY IMAP4rev1 AUTH=SCRAM-SHA-256 SASL-IR] hi"_s,
                            u"C: $ AUTHENTICATE SCRAM-SHA-256 *"_s,
                            u"S: $ OK [CAPABILITY IMAP4rev1] come in"_s });
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<void> in = awaited(session.login({ u"user"_s, "secret", {} }));
    QCOMPARE(in.error().code, Error::Code::Protocol);
    QVERIFY(!session.isOpen());
}

void TestSession::examines()
{
    ScriptedServer server(loggedIn(
        "IMAP4rev1 CONDSTORE",
        { u"C: $ EXAMINE \"Entw&APw-rfe\" (CONDSTORE)"_s, u"S: * FLAGS (\\Seen)"_s,
          u"S: * OK [PERMANENTFLAGS ()] none"_s, u"S: * 172 EXISTS"_s, u"S: * 1 RECENT"_s,
          u"S: * OK [UIDVALIDITY 3857529045] valid"_s, u"S: * OK [UIDNEXT 4392] next"_s,
          u"S: * OK [HIGHESTMODSEQ 715194045007] highest"_s, u"S: $ OK [READ-ONLY] done"_s }));
    server.setPieceBytes(7);
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<Mailbox> mailbox = awaited(session.examine(u"Entwürfe"_s));
    QVERIFY2(mailbox.ok(), qPrintable(server.problem()));
    const Mailbox expected{ .path = u"Entwürfe"_s,
                            .exists = 172,
                            .uidValidity = 3857529045,
                            .uidNext = 4392,
                            .highestModSeq = 715194045007 };
    QVERIFY(*mailbox == expected);
    QVERIFY(session.takeNotifications().isEmpty());
}

void TestSession::resynchronises()
{
    ScriptedServer server(loggedIn(
        "IMAP4rev1 CONDSTORE QRESYNC ENABLE",
        { u"C: $ ENABLE QRESYNC"_s, u"S: * ENABLED QRESYNC"_s, u"S: $ OK"_s,
          u"C: $ EXAMINE \"INBOX\" (QRESYNC (67890007 90060115194045000))"_s,
          u"S: * OK [CLOSED] old"_s, u"S: * 314 EXISTS"_s, u"S: * OK [UIDVALIDITY 67890007] x"_s,
          u"S: * OK [UIDNEXT 567] x"_s, u"S: * OK [HIGHESTMODSEQ 90060115205545359] x"_s,
          u"S: * VANISHED (EARLIER) 41,43:116"_s,
          u"S: * 49 FETCH (UID 117 FLAGS (\\Seen) MODSEQ (90060115194045001))"_s,
          u"S: $ OK [READ-ONLY] done"_s, u"C: $ EXAMINE \"a\" (CONDSTORE)"_s,
          u"S: $ NO [NONEXISTENT] no"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<Mailbox> mailbox =
        awaited(session.examine(u"INBOX"_s, { 67890007, 90060115194045000 }));
    QVERIFY2(mailbox.ok(), qPrintable(server.problem()));
    QVERIFY(mailbox->isResync);
    QCOMPARE(mailbox->vanished.toImap(), QByteArray("41,43:116"));
    const FetchedMessage changed{
        .seq = 49, .uid = 117, .flags = QList<QByteArray>{ "\\Seen" }, .modSeq = 90060115194045001
    };
    QVERIFY(mailbox->changed == QList<FetchedMessage>{ changed });
    QVERIFY(session.takeNotifications().isEmpty());
    QCOMPARE(awaited(session.examine(u"a"_s)).error().code, Error::Code::NotFound);
}

void TestSession::ignoresAnInvalidResync_data()
{
    QTest::addColumn<QString>("uidValidity");
    QTest::addColumn<QString>("modSeq");
    QTest::newRow("renumbered") << u"8"_s << u"[HIGHESTMODSEQ 90]"_s;
    QTest::newRow("the modSeq went back") << u"7"_s << u"[HIGHESTMODSEQ 19]"_s;
    QTest::newRow("NOMODSEQ") << u"7"_s << u"[NOMODSEQ]"_s;
}

void TestSession::ignoresAnInvalidResync()
{
    QFETCH(QString, uidValidity);
    QFETCH(QString, modSeq);
    ScriptedServer server(loggedIn(
        "IMAP4rev1 CONDSTORE QRESYNC",
        { u"C: $ ENABLE QRESYNC"_s, u"S: $ OK"_s, u"C: $ EXAMINE \"INBOX\" (QRESYNC (7 20))"_s,
          u"S: * 3 EXISTS"_s, u"S: * OK [UIDVALIDITY %1] x"_s.arg(uidValidity),
          u"S: * OK %1 x"_s.arg(modSeq), u"S: $ OK done"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<Mailbox> mailbox = awaited(session.examine(u"INBOX"_s, { 7, 20 }));
    QVERIFY2(mailbox.ok(), qPrintable(server.problem()));
    QVERIFY(!mailbox->isResync);
}

void TestSession::opensPlainlyWhereParametersAreNotUnderstood()
{
    ScriptedServer server(
        loggedIn("IMAP4rev1 CONDSTORE QRESYNC",
                 { u"C: $ ENABLE QRESYNC"_s, u"S: $ BAD what"_s,
                   u"C: $ EXAMINE \"INBOX\" (QRESYNC (7 20))"_s, u"S: $ BAD what"_s,
                   u"C: $ EXAMINE \"INBOX\""_s, u"S: * 3 EXISTS"_s, u"S: * OK [UIDVALIDITY 7] x"_s,
                   u"S: $ OK done"_s, u"C: $ EXAMINE \"a\""_s, u"S: $ NO [NONEXISTENT] no"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<Mailbox> mailbox = awaited(session.examine(u"INBOX"_s, { 7, 20 }));
    QVERIFY2(mailbox.ok(), qPrintable(server.problem()));
    QCOMPARE(mailbox->exists, 3U);
    QVERIFY(!mailbox->isResync);
    QCOMPARE(awaited(session.examine(u"a"_s, { 7, 20 })).error().code, Error::Code::NotFound);
}

void TestSession::saysWhyAFolderDoesNotOpen_data()
{
    QTest::addColumn<QString>("answer");
    QTest::addColumn<int>("code");
    QTest::newRow("absent") << u"S: $ NO [NONEXISTENT] no"_s << int(Error::Code::NotFound);
    QTest::newRow("to be made") << u"S: $ NO [TRYCREATE] no"_s << int(Error::Code::NotFound);
    QTest::newRow("not now") << u"S: $ NO [INUSE] locked"_s << int(Error::Code::Server);
    QTest::newRow("no reason") << u"S: $ NO sorry"_s << int(Error::Code::Server);
    QTest::newRow("without UIDVALIDITY") << u"S: $ OK fine"_s << int(Error::Code::Server);
}

void TestSession::saysWhyAFolderDoesNotOpen()
{
    QFETCH(QString, answer);
    QFETCH(int, code);
    ScriptedServer server(
        loggedIn("IMAP4rev1", { u"C: $ EXAMINE \"a\""_s, answer, u"C: $ NOOP"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QCOMPARE(int(awaited(session.examine(u"a"_s)).error().code), code);
    QVERIFY(awaited(session.noop()).ok());
}

void TestSession::listsFoldersAndOpensOddNames()
{
    ScriptedServer server(loggedIn(
        "IMAP4rev1 SPECIAL-USE LIST-EXTENDED",
        { u"C: $ LIST \"\" \"*\" RETURN (SPECIAL-USE)"_s, u"S: * LIST () \"/\" INBOX"_s,
          u"S: * LIST (\\Junk) \"/\" \"R&D \\\"x\\\"\""_s, u"S: $ OK"_s,
          u"C: $ EXAMINE \"R&D \\\"x\\\"\""_s, u"S: * OK [UIDVALIDITY 1] x"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<QList<ListedFolder>> folders = awaited(session.list());
    QVERIFY(folders.ok());
    QCOMPARE(folders->size(), 2);
    QCOMPARE(folders->at(0).role, FolderRole::Inbox);
    QCOMPARE(folders->at(1).role, FolderRole::Junk);
    QVERIFY2(awaited(session.examine(folders->at(1).path)).ok(), qPrintable(server.problem()));
}

void TestSession::listsFoldersWithTheirCounts()
{
    ScriptedServer server(loggedIn(
        "IMAP4rev1 SPECIAL-USE LIST-EXTENDED LIST-STATUS CONDSTORE",
        { u"C: $ LIST \"\" \"*\" RETURN (SPECIAL-USE STATUS (MESSAGES UNSEEN UIDNEXT UIDVALIDITY HIGHESTMODSEQ))"_s,
          u"S: * LIST () \"/\" INBOX"_s,
          u"S: * STATUS INBOX (MESSAGES 3 UNSEEN 1 UIDNEXT 9 UIDVALIDITY 7 HIGHESTMODSEQ 42)"_s,
          u"S: * LIST (\\Noselect) \"/\" Lists"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<FolderList> listed = awaited(session.listWithStatus());
    QVERIFY2(listed.ok(), qPrintable(server.problem()));
    QCOMPARE(listed->folders.size(), 2);
    const FolderStatus inbox{ .path = u"INBOX"_s,
                              .messages = 3,
                              .unseen = 1,
                              .uidNext = 9,
                              .uidValidity = 7,
                              .highestModSeq = 42 };
    QCOMPARE(listed->statuses, (QHash<QString, FolderStatus>{ { u"INBOX"_s, inbox } }));
}

void TestSession::listsPlainlyWhereTheServerDoesNotKnowWhatItOffers()
{
    ScriptedServer server(
        loggedIn("IMAP4rev1 SPECIAL-USE LIST-EXTENDED",
                 { u"C: $ LIST \"\" \"*\" RETURN (SPECIAL-USE)"_s, u"S: $ BAD what"_s,
                   u"C: $ LIST \"\" \"*\""_s, u"S: * LIST () \"/\" INBOX"_s, u"S: $ OK"_s,
                   u"C: $ LIST \"\" \"*\""_s, u"S: * LIST () \"/\" INBOX"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QCOMPARE(awaited(session.list())->size(), 1);
    QCOMPARE(awaited(session.list())->size(), 1);
    QVERIFY2(server.problem().isEmpty(), qPrintable(server.problem()));
}

void TestSession::requestsSizesOnlyOnDemand()
{
    ScriptedServer server(
        loggedIn("IMAP4rev1 STATUS=SIZE",
                 { u"C: $ STATUS \"a\" (MESSAGES UNSEEN UIDNEXT UIDVALIDITY SIZE)"_s,
                   u"S: * STATUS a (MESSAGES 2 SIZE 4096)"_s, u"S: $ OK"_s,
                   u"C: $ STATUS \"a\" (MESSAGES UNSEEN UIDNEXT UIDVALIDITY)"_s,
                   u"S: * STATUS a (MESSAGES 2)"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QVERIFY(session.offersSize());
    const QStringList paths = { u"a"_s };
    const auto sized = awaited(session.status(paths, true));
    QVERIFY2(sized.ok(), qPrintable(server.problem()));
    QCOMPARE(sized->value(u"a"_s, Error())->size, std::optional<quint64>(4096));
    const auto plain = awaited(session.status(paths));
    QVERIFY2(plain.ok(), qPrintable(server.problem()));
    QVERIFY(!plain->value(u"a"_s, Error())->size);
}

void TestSession::asksForCounts()
{
    ScriptedServer server(
        loggedIn("IMAP4rev1",
                 { u"C: $ STATUS \"a\" (MESSAGES UNSEEN UIDNEXT UIDVALIDITY)"_s,
                   u"S: * STATUS a (MESSAGES 3 UNSEEN 1 UIDNEXT 9 UIDVALIDITY 7)"_s, u"S: $ OK"_s,
                   u"C: $ STATUS \"b\" (MESSAGES UNSEEN UIDNEXT UIDVALIDITY)"_s,
                   u"S: $ NO [NONEXISTENT] none"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const auto told = awaited(session.status({ u"a"_s, u"b"_s, u"x\ry"_s }));
    QVERIFY2(told.ok(), qPrintable(server.problem()));
    QCOMPARE(told->size(), 3);
    QCOMPARE(*told->find(u"a"_s).value(),
             (FolderStatus{ .path = u"a"_s,
                            .messages = 3,
                            .unseen = 1,
                            .uidNext = 9,
                            .uidValidity = 7,
                            .highestModSeq = {} }));
    QCOMPARE(told->find(u"b"_s).value().error().code, Error::Code::NotFound);
    QCOMPARE(told->find(u"x\ry"_s).value().error().code, Error::Code::BadRequest);
}

void TestSession::refusesLineEndsInNames()
{
    ScriptedServer server(loggedIn("IMAP4rev1", {}));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QCOMPARE(awaited(session.examine(u"a\r\nA9 DELETE INBOX"_s)).error().code,
             Error::Code::BadRequest);
    QCOMPARE(awaited(session.uidSearch("ALL\r\nA9 LOGOUT")).error().code, Error::Code::BadRequest);
    QVERIFY(server.received().isEmpty());
}

void TestSession::fetchesIntoTheRightSink()
{
    ScriptedServer server(
        loggedIn("IMAP4rev1",
                 { u"C: A1 UID FETCH 1:2 (UID FLAGS BODY.PEEK[])"_s,
                   u"C: A2 UID FETCH 3:* (UID INTERNALDATE RFC822.SIZE BODYSTRUCTURE "
                   u"BODY.PEEK[HEADER.FIELDS (FROM SUBJECT)] BODY.PEEK[1.2]<0.100>)"_s,
                   u"S: * 1 FETCH (UID 1 FLAGS (\\Seen) BODY[] {3}\r\none)"_s,
                   u"S: * 3 FETCH (UID 3 RFC822.SIZE 5)"_s,
                   u"S: * 2 FETCH (UID 2 FLAGS () BODY[] {3}\r\ntwo)"_s, u"S: A1 OK"_s,
                   u"S: * 99 FETCH (UID 2 BODY[] {3}\r\ntwo)"_s, // too late: its command has ended
                   u"S: A2 OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QByteArrayList first;
    QList<quint32> second;
    FetchRequest bodies{ .uids = UidSet::range(1, 2), .flags = true, .sections = { {} } };
    FetchRequest heads{ .uids = UidSet::range(3, UidSet::Star),
                        .internalDate = true,
                        .size = true,
                        .bodyStructure = true,
                        .headerFields = { "FROM", "SUBJECT" },
                        .sections = { { "1.2", PartialRange{ 0, 100 } } } };
    auto one = session.fetch(bodies, [&](FetchedMessage &&m) { first.append(m.body); });
    auto two = session.fetch(heads, [&](FetchedMessage &&m) { second.append(m.uid); });
    QVERIFY2(awaited(std::move(one)).ok(), qPrintable(server.problem()));
    QVERIFY(awaited(std::move(two)).ok());
    QCOMPARE(first, (QByteArrayList{ "one", "two" }));
    QCOMPARE(second, QList<quint32>{ 3 });
}

void TestSession::putsPiecesThatComeSideBySideInTheirPlaces_data()
{
    QTest::addColumn<QByteArray>("section");
    QTest::newRow("part") << QByteArray("1.2");
    QTest::newRow("whole") << QByteArray();
}

// Dovecot with full buffers: the second command is answered before the first one has ended.
void TestSession::putsPiecesThatComeSideBySideInTheirPlaces()
{
    QFETCH(QByteArray, section);
    const QString part = QString::fromLatin1(section);
    ScriptedServer server(loggedIn("IMAP4rev1",
                                   { u"C: A1 UID FETCH 1 (UID BODY.PEEK[%1]<0.3>)"_s.arg(part),
                                     u"C: A2 UID FETCH 1 (UID BODY.PEEK[%1]<3.3>)"_s.arg(part),
                                     u"S: * 1 FETCH (UID 1 BODY[%1]<0> {3}\r\nabc)"_s.arg(part),
                                     u"S: * 1 FETCH (UID 1 BODY[%1]<3> {2}\r\nde)"_s.arg(part),
                                     u"S: A1 OK"_s, u"S: A2 OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QList<QByteArrayList> pieces(2);
    const auto fetch = [&](quint64 origin, QByteArrayList &to) {
        return session.fetch(
            { .uids = UidSet::range(1, 1), .sections = { { section, PartialRange{ origin, 3 } } } },
            [&to](FetchedMessage &&m) {
                to.append(m.body.isNull() ? m.sections.first().data : m.body);
            });
    };
    auto one = fetch(0, pieces[0]);
    auto two = fetch(3, pieces[1]);
    QVERIFY2(awaited(std::move(one)).ok(), qPrintable(server.problem()));
    QVERIFY(awaited(std::move(two)).ok());
    QCOMPARE(pieces, (QList<QByteArrayList>{ { "abc" }, { "de" } }));
}

void TestSession::tellsFlagsOfOthersAsNews()
{
    ScriptedServer server(loggedIn(
        "IMAP4rev1",
        { u"C: $ UID FETCH 1 (UID FLAGS BODY.PEEK[])"_s,
          u"S: * 1 FETCH (UID 1 FLAGS (\\Flagged))"_s, u"S: * 7 FETCH (FLAGS (\\Seen))"_s,
          u"S: * 9 EXISTS"_s, u"S: * 3 EXPUNGE"_s, u"S: * 3 EXPUNGE"_s, u"S: * VANISHED 5:6"_s,
          u"S: * 1 FETCH (UID 1 FLAGS (\\Flagged) BODY[] {1}\r\nx)"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    int messages = 0;
    QVERIFY(
        awaited(session.fetch({ .uids = UidSet::range(1, 1), .flags = true, .sections = { {} } },
                              [&](FetchedMessage &&) { ++messages; }))
            .ok());
    QCOMPARE(messages, 1);
    const MailboxNews news = session.takeNotifications();
    QCOMPARE(news.exists, std::optional<quint32>(9));
    QCOMPARE(news.expunged, (QList<quint32>{ 3, 3 }));
    QCOMPARE(news.vanished.toImap(), QByteArray("5:6"));
    QCOMPARE(news.changed.size(), 2);
    QCOMPARE(news.changed.at(0).uid, 1U);
    QCOMPARE(news.changed.at(1).seq, 7U);
    QVERIFY(session.takeNotifications().isEmpty());
}

void TestSession::splitsLongSets()
{
    QList<quint32> uids;
    for (quint32 uid = 1; uid < 6000; uid += 2)
        uids.append(uid);
    ScriptedServer server(loggedIn("IMAP4rev1",
                                   { u"C: $ UID FETCH 1,3,*"_s, u"S: $ OK"_s, u"C: $ UID FETCH *"_s,
                                     u"S: $ NO some"_s, u"C: $ UID FETCH *"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<void> done = awaited(
        session.fetch({ .uids = UidSet::fromUids(uids), .flags = true }, [](FetchedMessage &&) {}));
    QCOMPARE(done.error().code, Error::Code::Server);
    QCOMPARE(server.problem(), QString());
    for (const QByteArray &line : server.received())
        QVERIFY(line.size() < 8000);
    QVERIFY(
        awaited(session.fetch({}, [](FetchedMessage &&) {})).ok()); // no UIDs, so nothing is sent
}

void TestSession::searches_data()
{
    QTest::addColumn<QByteArray>("capabilities");
    QTest::addColumn<QStringList>("script");
    QTest::newRow("ESEARCH") << QByteArray("IMAP4rev1 ESEARCH")
                             << QStringList{ u"C: $ UID SEARCH RETURN (ALL) UID 5:*"_s,
                                             u"S: * ESEARCH (TAG \"A1\") UID ALL 5,7:9"_s,
                                             u"S: $ OK"_s };
    QTest::newRow("SEARCH") << QByteArray("IMAP4rev1")
                            << QStringList{ u"C: $ UID SEARCH UID 5:*"_s, u"S: * SEARCH 9 5 8 7"_s,
                                            u"S: $ OK"_s };
}

void TestSession::searches()
{
    QFETCH(QByteArray, capabilities);
    QFETCH(QStringList, script);
    ScriptedServer server(loggedIn(capabilities, script));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<SearchResult> found = awaited(session.uidSearch("UID 5:*"));
    QVERIFY2(found.ok(), qPrintable(server.problem()));
    QCOMPARE(found->uids.toImap(), QByteArray("5,7:9"));
}

void TestSession::idlesUntilNews()
{
    ScriptedServer server(loggedIn("IMAP4rev1 IDLE",
                                   { u"C: $ IDLE"_s, u"S: + idling"_s, u"S: * OK still here"_s,
                                     u"S: * 4 EXISTS"_s, u"C: DONE"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QCOMPARE(awaited(session.idle(60s)), Result<IdleEnd>(IdleEnd::News));
    QCOMPARE(session.takeNotifications().exists, std::optional<quint32>(4));
    QCOMPARE(server.problem(), QString());
}

void TestSession::idlesUntilWoken()
{
    ScriptedServer server(loggedIn(
        "IMAP4rev1 IDLE", { u"C: $ IDLE"_s, u"S: + idling"_s, u"C: DONE"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    session.wakeIdle(); // before idle(): the next idle() ends at once
    QCOMPARE(awaited(session.idle(60s)), Result<IdleEnd>(IdleEnd::Woken));
    QVERIFY(server.received().isEmpty());
    auto idling = session.idle(60s);
    session.wakeIdle(); // before the server's `+`: DONE must wait for it
    QCOMPARE(awaited(std::move(idling)), Result<IdleEnd>(IdleEnd::Woken));
    QCOMPARE(server.problem(), QString());
}

void TestSession::idlesUntilTheTimeIsOver()
{
    ScriptedServer server(
        loggedIn("IMAP4rev1 IDLE", { u"C: $ IDLE"_s, u"S: +"_s, u"C: DONE"_s, u"S: $ OK"_s }));
    Session session({}, { .silenceTimeout = 40ms });
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QCOMPARE(awaited(session.idle(150ms)), Result<IdleEnd>(IdleEnd::Elapsed));
}

void TestSession::doesNotIdleWhileNewsWait()
{
    ScriptedServer server(
        loggedIn("IMAP4rev1 IDLE", { u"C: $ NOOP"_s, u"S: * 5 EXISTS"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QVERIFY(awaited(session.noop()).ok());
    QCOMPARE(awaited(session.idle(60s)), Result<IdleEnd>(IdleEnd::News));
    ScriptedServer without(loggedIn("IMAP4rev1", {}));
    QVERIFY(awaited(session.open(endpoint(without))).ok());
    QCOMPARE(awaited(session.idle(60s)).error().code, Error::Code::Server);
}

void TestSession::survivesAnIdleThatTheServerEnds()
{
    ScriptedServer server(loggedIn("IMAP4rev1 IDLE",
                                   { u"C: $ IDLE"_s, u"S: +"_s, u"S: $ OK timeout"_s,
                                     u"C: $ NOOP"_s, u"S: DONE BAD what"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QCOMPARE(awaited(session.idle(60s)), Result<IdleEnd>(IdleEnd::Ended));
    QVERIFY(awaited(session.noop()).ok());
}

void TestSession::endsOnBrokenServers_data()
{
    QTest::addColumn<QString>("answer");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const QString &answer, Error::Code code) {
        QTest::newRow(name) << answer << int(code);
    };
    row("garbage", u"S: what"_s, Error::Code::Protocol);
    row("an answer to nothing", u"S: A77 OK"_s, Error::Code::Protocol);
    row("a continuation for nothing", u"S: + more"_s, Error::Code::Protocol);
    row("PREAUTH twice", u"S: * PREAUTH hi"_s, Error::Code::Protocol);
    row("BYE", u"S: * BYE shutting down"_s, Error::Code::Server);
    row("a huge literal", u"S: * 1 FETCH (BODY[] {4294967295}"_s, Error::Code::Protocol);
    row("closed", u"X"_s, Error::Code::Unreachable);
    row("closed in a literal", u"S: * 1 FETCH (BODY[] {100}\r\nabc"_s, Error::Code::Timeout);
    row("reset", u"R"_s, Error::Code::Unreachable);
}

void TestSession::endsOnBrokenServers()
{
    QFETCH(QString, answer);
    QFETCH(int, code);
    ScriptedServer server(loggedIn("IMAP4rev1", { u"C: $ NOOP"_s, answer }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QCOMPARE(int(awaited(session.noop()).error().code), code);
    QVERIFY(!session.isOpen());
    QCOMPARE(int(awaited(session.noop()).error().code), code); // later commands get the same error
}

void TestSession::givesUpOnASilentServer()
{
    ScriptedServer server(loggedIn("IMAP4rev1", { u"C: $ NOOP"_s }));
    Session session({}, { .silenceTimeout = 60ms });
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QCOMPARE(awaited(session.noop()).error().code, Error::Code::Timeout);
}

void TestSession::givesUpOnASlowLiteral()
{
    ScriptedServer server(loggedIn(
        "IMAP4rev1",
        { u"C: $ NOOP"_s, u"S: * 1 FETCH (BODY[] {1000000}\r\n"_s + QString(100'000, u'x') }));
    server.setPieceBytes(1);
    SessionOptions options = quick();
    options.limits.slowestOver = 0s;
    options.silenceTimeout = 100ms;
    options.limits.slowestBytes = 10'000'000;
    Session session({}, options);
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<void> done = awaited(session.noop());
    QCOMPARE(done.error().message, u"The server sends too slowly."_s);
}

void TestSession::doesNotCountTheTimeWhenItsThreadStoodStill()
{
    ScriptedServer server(loggedIn("IMAP4rev1", { u"C: $ NOOP"_s, u"S: $ OK done"_s }));
    const SessionOptions options = quick();
    Session session({}, options);
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    auto asked = session.noop();
    QThread::msleep(ulong(2 * options.silenceTimeout.count())); // blocks the thread of the session
    QVERIFY(awaited(std::move(asked)).ok());
}

void TestSession::givesUpOnASlowLine()
{
    ScriptedServer server(
        loggedIn("IMAP4rev1", { u"C: $ NOOP"_s, u"S: * OK "_s + QString(60'000, u'x') }));
    server.setPieceBytes(1);
    SessionOptions options = quick();
    options.limits.slowestOver = 0s;
    options.limits.slowestBytes = 10'000'000;
    Session session({}, options);
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QCOMPARE(awaited(session.noop()).error().message, u"The server sends too slowly."_s);
}

void TestSession::givesUpOnAServerThatTalksAndDoesNotAnswer()
{
    QStringList script{ u"C: $ NOOP"_s };
    script.append(u"S: "_s + u"* OK still here\r\n* 5 EXISTS\r\n"_s.repeated(20'000));
    ScriptedServer server(loggedIn("IMAP4rev1", script));
    server.setPieceBytes(3);
    SessionOptions options = quick();
    options.silenceTimeout = 40ms;
    Session session({}, options);
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<void> done = awaited(session.noop());
    QCOMPARE(done.error().code, Error::Code::Timeout);
    QCOMPARE(done.error().message, u"The server sends data but does not answer the command."_s);
}

void TestSession::waitsForAServerThatSaysThatItWorks()
{
    ScriptedServer server(
        loggedIn("IMAP4rev1",
                 { u"C: $ NOOP"_s,
                   u"S: "_s + u"* OK Hang in there..\r\n"_s.repeated(100) + u"$ OK done"_s }));
    server.setPieceBytes(10);
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QVERIFY(awaited(session.noop()).ok());
}

void TestSession::goesOnAfterAnAnswerThatItCannotRead_data()
{
    QTest::addColumn<QString>("answer");
    QTest::newRow("too long") << u"* 2 FETCH (UID 2 BODYSTRUCTURE ("_s + QString(1'100'000, u'x')
            + u"))"_s;
    QTest::newRow("not IMAP") << u"* 2 FETCH (UID 2 FLAGS (a \"b) BODYSTRUCTURE what)"_s;
    QTest::newRow("the end is missing") << u"* 2 FETCH (UID 2"_s;
}

void TestSession::goesOnAfterAnAnswerThatItCannotRead()
{
    QFETCH(QString, answer);
    ScriptedServer server(loggedIn("IMAP4rev1",
                                   { u"C: $ UID FETCH 1:3 (UID FLAGS)"_s,
                                     u"S: * 1 FETCH (UID 1 FLAGS ())\r\n"_s + answer
                                         + u"\r\n* 3 FETCH (UID 3 FLAGS ())\r\n$ OK done"_s,
                                     u"C: $ NOOP"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QList<quint32> uids;
    const Result<void> fetched =
        awaited(session.fetch({ .uids = UidSet::range(1, 3), .flags = true },
                              [&uids](FetchedMessage &&message) { uids.append(message.uid); }));
    QVERIFY(!fetched.ok());
    QCOMPARE(fetched.error().code, Error::Code::Server);
    QCOMPARE(uids, (QList<quint32>{ 1, 3 }));
    QVERIFY(session.isOpen());
    QVERIFY(awaited(session.noop()).ok());
    QCOMPARE(server.problem(), QString());
}

void TestSession::endsWhereTheFolderIsRenumbered()
{
    ScriptedServer server(
        loggedIn("IMAP4rev1",
                 { u"C: $ EXAMINE \"INBOX\""_s, u"S: * OK [UIDVALIDITY 7] x\r\n$ OK"_s,
                   u"C: $ NOOP"_s, u"S: * OK [UIDVALIDITY 7] the same\r\n$ OK"_s, u"C: $ NOOP"_s,
                   u"S: * OK [UIDVALIDITY 8] another"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QVERIFY(awaited(session.examine(u"INBOX"_s)).ok());
    QVERIFY(awaited(session.noop()).ok());
    QCOMPARE(awaited(session.noop()).error().code, Error::Code::Server);
    QVERIFY(!session.isOpen());
}

void TestSession::repeatsNoSecret_data()
{
    QTest::addColumn<QStringList>("script");
    const QString plain = QString::fromLatin1(QByteArray("\0user\0Se\"same", 13).toBase64());
    QTest::newRow("in the refusal")
        << QStringList{ u"C: $ LOGIN *"_s, u"S: $ NO cannot log in user with Se\"same"_s };
    QTest::newRow("as it was sent")
        << QStringList{ u"C: $ LOGIN *"_s, u"S: $ BAD LOGIN \"user\" \"Se\\\"same\""_s };
    QTest::newRow("in capitals") << QStringList{ u"C: $ LOGIN *"_s,
                                                 u"S: $ NO LOGIN \"USER\" \"SE\\\"SAME\""_s };
    QTest::newRow("in an alert") << QStringList{ u"C: $ LOGIN *"_s,
                                                 u"S: * NO [ALERT] Se\"same is weak\r\n$ NO no"_s };
    QTest::newRow("in a BYE") << QStringList{ u"C: $ LOGIN *"_s, u"S: * BYE not Se\"same"_s };
    QTest::newRow("in what is not IMAP")
        << QStringList{ u"C: $ LOGIN *"_s, u"S: Se\"same Se\"same"_s };
    QTest::newRow("in a BYE long after the login")
        << QStringList{ u"C: $ LOGIN *"_s, u"S: $ OK"_s, u"C: $ CAPABILITY"_s,
                        u"S: * BYE Se\"same logged in elsewhere"_s };
    QTest::newRow("AUTHENTICATE") << QStringList{ u"C: $ AUTHENTICATE PLAIN *"_s,
                                                  u"S: $ NO what is %1"_s.arg(plain) };
}

void TestSession::repeatsNoSecret()
{
    QFETCH(QStringList, script);
    const bool hasSasl = script.first().contains(u"AUTHENTICATE");
    script.prepend(u"S: * OK [CAPABILITY IMAP4rev1%1] hi"_s.arg(hasSasl ? u" AUTH=PLAIN SASL-IR"_s
                                                                        : QString()));
    ScriptedServer server(script);
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    Login login;
    login.username = u"user"_s;
    login.password = "Se\"same";
    const Result<void> done = awaited(session.login(login));
    QVERIFY(!done.ok());
    const QString said = done.error().message + session.takeAlerts().join(u' ');
    for (const char *part : { "same", "SAME", "AHVzZXI" })
        QVERIFY2(!said.contains(QLatin1StringView(part)), qPrintable(said));
    QCOMPARE(server.problem(), QString());
}

void TestSession::givesUpOnAnswersThatAreTooMuch()
{
    const QString answer = u"* 1 FETCH (UID 1 BODY[] {100}\r\n"_s + QString(100, u'x') + u")\r\n"_s;
    ScriptedServer server(loggedIn("IMAP4rev1",
                                   { u"C: $ UID FETCH 1 (UID BODY.PEEK[])"_s,
                                     u"S: "_s + answer.repeated(30) + u"$ OK done"_s }));
    SessionOptions options = quick();
    options.limits.commandBytes = 2'000;
    Session session({}, options);
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    qsizetype bytes = 0;
    const Result<void> fetched = awaited(
        session.fetch({ .uids = UidSet::range(1, 1), .sections = { { "", {} } } },
                      [&bytes](FetchedMessage &&message) { bytes += message.body.size(); }));
    QVERIFY(!fetched.ok());
    QCOMPARE(fetched.error().code, Error::Code::Protocol);
    QVERIFY(bytes > 0 && bytes < 2'000);
    QVERIFY(!session.isOpen());
}

void TestSession::keepsNotMoreThanWasAskedFor_data()
{
    QTest::addColumn<qsizetype>("bytes");
    QTest::addColumn<int>("times");
    QTest::newRow("one that is too long") << qsizetype(3'000'000) << 1;
    QTest::newRow("too many") << qsizetype(1'000'000) << 20;
}

void TestSession::keepsNotMoreThanWasAskedFor()
{
    QFETCH(qsizetype, bytes);
    QFETCH(int, times);
    const QString one =
        u"* 1 FETCH (UID 1 BODY[] {%1}\r\n%2)\r\n"_s.arg(bytes).arg(QString(bytes, u'x'));
    ScriptedServer server(loggedIn("IMAP4rev1",
                                   { u"C: $ UID FETCH 1 (UID BODY.PEEK[])"_s,
                                     u"S: "_s + one.repeated(times) + u"$ OK done"_s,
                                     u"C: $ NOOP"_s, u"S: $ OK done"_s }));
    SessionOptions options = quick();
    options.silenceTimeout = 5s;
    Session session({}, options);
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    qsizetype kept = 0;
    FetchRequest request{ .uids = UidSet::range(1, 1), .sections = { { "", {} } } };
    request.largestBytes = request.allBytes = 500'000;
    const Result<void> fetched = awaited(
        session.fetch(request, [&kept](FetchedMessage &&message) { kept += message.body.size(); }));
    QVERIFY(!fetched.ok());
    QCOMPARE(fetched.error().code, Error::Code::Server); // the mail fails, the session goes on
    QVERIFY(kept < 5'000'000);
    QVERIFY(awaited(session.noop()).ok());
}

void TestSession::overflowsOnFlagsWithoutEnd()
{
    const QString flags = QString(u"$flag "_s).repeated(10'000);
    ScriptedServer server(loggedIn(
        "IMAP4rev1",
        { u"C: $ NOOP"_s,
          u"S: "_s + u"* 1 FETCH (UID 1 FLAGS (%1))\r\n"_s.arg(flags).repeated(10) + u"$ OK"_s }));
    SessionOptions options = quick();
    options.limits.newsEntries = 1000; // ten changes are few, 100,000 words are not
    Session session({}, options);
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QVERIFY(awaited(session.noop()).ok());
    const MailboxNews news = session.takeNotifications();
    QVERIFY(news.overflow);
    QVERIFY(news.changed.isEmpty());
}

void TestSession::refusesAListThatIsTooLong()
{
    const QString folders = u"* LIST () \"/\" a\r\n"_s.repeated(12);
    ScriptedServer server(loggedIn("IMAP4rev1",
                                   { u"C: $ LIST \"\" \"*\""_s, u"S: "_s + folders + u"$ OK done"_s,
                                     u"C: $ NOOP"_s, u"S: $ OK"_s }));
    SessionOptions options = quick();
    options.limits.folders = 10;
    Session session({}, options);
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<QList<ListedFolder>> listed = awaited(session.list());
    QVERIFY(!listed.ok());
    QCOMPARE(listed.error().code, Error::Code::Server);
    QVERIFY(awaited(session.noop()).ok());
}

void TestSession::givesUpOnAFlood()
{
    QString flood;
    for (int i = 0; i < 50; ++i)
        flood += u"* 5 EXISTS\r\n"_s;
    ScriptedServer server(loggedIn("IMAP4rev1", { u"S: "_s + flood.chopped(2) }));
    SessionOptions options = quick();
    options.limits.unaskedPerMinute = 20;
    Session session({}, options);
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    QTRY_VERIFY(!session.isOpen());
    QCOMPARE(awaited(session.noop()).error().code, Error::Code::Protocol);
}

void TestSession::endsEverythingThatWaits()
{
    ScriptedServer server(loggedIn(
        "IMAP4rev1",
        { u"C: $ UID FETCH 1 (UID FLAGS)"_s, u"C: $ UID FETCH 2 (UID FLAGS)"_s, u"C: $ NOOP"_s }));
    auto session = std::make_unique<Session>(Net::TlsPolicy(), quick());
    QVERIFY(awaited(session->open(endpoint(server))).ok());
    const FetchSink never = [](FetchedMessage &&) {
        QFAIL("called");
    };
    auto one = session->fetch({ .uids = UidSet::range(1, 1), .flags = true }, never);
    auto two = session->fetch({ .uids = UidSet::range(2, 2), .flags = true }, never);
    auto three = session->noop();
    session.reset();
    QCOMPARE(awaited(std::move(one)).error().code, Error::Code::Cancelled);
    QCOMPARE(awaited(std::move(two)).error().code, Error::Code::Cancelled);
    QCOMPARE(awaited(std::move(three)).error().code, Error::Code::Cancelled);

    ScriptedServer silent({});
    session = std::make_unique<Session>(Net::TlsPolicy(), quick());
    auto opening = session->open(endpoint(silent));
    session.reset();
    QCOMPARE(awaited(std::move(opening)).error().code, Error::Code::Cancelled);
}

void TestSession::mayBeDestroyedInsideTheSink()
{
    ScriptedServer server(loggedIn("IMAP4rev1",
                                   { u"C: $ UID FETCH 1:2 (UID FLAGS)"_s,
                                     u"S: * 1 FETCH (UID 1 FLAGS ())\r\n"
                                     u"* 2 FETCH (UID 2 FLAGS ())\r\n$ OK"_s }));
    auto session = std::make_unique<Session>(Net::TlsPolicy(), quick());
    QVERIFY(awaited(session->open(endpoint(server))).ok());
    int messages = 0;
    auto fetching =
        session->fetch({ .uids = UidSet::range(1, 2), .flags = true }, [&](FetchedMessage &&) {
            ++messages;
            session.reset();
        });
    QCOMPARE(awaited(std::move(fetching)).error().code, Error::Code::Cancelled);
    QCOMPARE(messages, 1);
}

void TestSession::logsOut()
{
    ScriptedServer server(loggedIn(
        "IMAP4rev1", { u"C: $ LOGOUT"_s, u"S: * BYE see you"_s, u"S: $ OK done"_s, u"X"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const auto whole = [](Session *one) -> QCoro::Task<bool> {
        co_await one->logout();
        co_return true;
    };
    QVERIFY(awaited(whole(&session)));
    QVERIFY(!session.isOpen());
    QCOMPARE(server.problem(), QString());
    QVERIFY(awaited(whole(&session))); // a second call does no harm
}

void TestSession::writesFlags()
{
    ScriptedServer server(loggedIn(
        "IMAP4rev1 UIDPLUS",
        { u"C: $ SELECT \"INBOX\""_s, u"S: * OK [UIDVALIDITY 1] x"_s, u"S: $ OK [READ-WRITE]"_s,
          u"C: $ UID STORE 1:2 +FLAGS.SILENT (\\Seen)"_s, u"S: $ OK"_s,
          u"C: $ UID STORE 3 -FLAGS.SILENT (\\Flagged)"_s, u"S: $ NO [ALERT] read-only"_s,
          u"C: $ UID EXPUNGE 1"_s, u"S: * NO [ALERT] Disk full"_s, u"S: $ OK"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<Mailbox> mailbox = awaited(session.select(u"INBOX"_s));
    QVERIFY(!mailbox->readOnly);
    QVERIFY(awaited(session.store(UidSet::range(1, 2), true, { "\\Seen" })).ok());
    QCOMPARE(awaited(session.store(UidSet::range(3, 3), false, { "\\Flagged" })).error().code,
             Error::Code::Server);
    QVERIFY(awaited(session.uidExpunge(UidSet::range(1, 1))).ok());
    QCOMPARE(session.takeAlerts(), QStringList{ u"Disk full"_s });
    QCOMPARE(server.problem(), QString());
}

void TestSession::writesFlagsOfUnchangedMailsOnly()
{
    ScriptedServer server(loggedIn(
        "IMAP4rev1 CONDSTORE",
        { u"C: $ UID STORE 1:9 (UNCHANGEDSINCE 320) +FLAGS.SILENT (\\Seen)"_s,
          u"S: * 5 FETCH (UID 5 MODSEQ (322))"_s, u"S: $ OK [MODIFIED 7,9] conditional"_s,
          u"C: $ UID STORE 3 (UNCHANGEDSINCE 320) -FLAGS.SILENT (\\Seen)"_s,
          u"S: $ NO [MODIFIED 3] one is gone"_s,
          u"C: $ UID STORE 4 (UNCHANGEDSINCE 320) -FLAGS.SILENT (\\Seen)"_s, u"S: $ NO no"_s }));
    Session session({}, quick());
    QVERIFY(awaited(session.open(endpoint(server))).ok());
    const Result<UidSet> left =
        awaited(session.store(UidSet::range(1, 9), true, { "\\Seen" }, 320));
    QVERIFY2(left.ok(), qPrintable(server.problem()));
    QCOMPARE(left->toImap(), QByteArray("7,9"));
    const UidSet three = UidSet::range(3, 3);
    QCOMPARE(awaited(session.store(three, false, { "\\Seen" }, 320))->toImap(), QByteArray("3"));
    QCOMPARE(awaited(session.store(UidSet::range(4, 4), false, { "\\Seen" }, 320)).error().code,
             Error::Code::Server);
    QCOMPARE(server.problem(), QString());
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
