// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"
#include "sync/accountsync.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Sync::AccountSync;
using Sync::Mode;

namespace {

const QString inbox = u"INBOX"_s;

/// A connection until it waits for changes: login and first pass over INBOX, the only folder.
QStringList begun(const QString &capabilities = u"IDLE"_s)
{
    return Dialogue::login(capabilities) + Dialogue::list({ inbox }) + Dialogue::examine(inbox);
}

/// A later pass over INBOX.
QStringList passAgain()
{
    return Dialogue::list({ inbox }) + Dialogue::noop();
}

const QStringList refusedLogin{ u"S: * OK [CAPABILITY IMAP4rev1] hi"_s, u"C: $ LOGIN *"_s,
                                u"S: $ NO [AUTHENTICATIONFAILED] wrong"_s };

Sync::Settings quick()
{
    Sync::Settings settings;
    settings.retry.quickRetry = 1ms;
    return settings;
}

/** An account that is synchronised. `script`: everything that its server does. */
struct Desk : AccountFixture {
    explicit Desk(const QStringList &script, const Sync::Settings &settings = quick())
        : AccountFixture(script, settings)
    {
    }
    ~Desk() { stop(); }

    void stop() { awaited(ended(sync.stop())); }
    bool hasSent(const QByteArray &word) const { return timesSent(word) > 0; }
    qsizetype timesSent(const QByteArray &word) const
    {
        return std::ranges::count_if(
            server.received(), [&word](const QByteArray &line) { return line.contains(word); });
    }

    AccountSync sync{ id, context, std::nullopt, indexer, admissions };
};

} // namespace

#define WAIT_FOR_IDLE(desk, times)                                                                 \
    QTRY_COMPARE((desk).timesSent("IDLE"), (times));                                               \
    QTRY_COMPARE((desk).reports.mode(), Mode::Idle)

/** The life of an account, from its start to its stop. */
class TestAccountSync : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void connectsFollowsAndLogsOut();
    void newsAreSynchronised();
    void passIsRefusedWhileOneRuns();
    void requestedPassEndsIdle();
    void stopEndsEachStep_data();
    void stopEndsEachStep();
    void stopEndsTheWaitForASecret();
    void stopEndsTheWaitForAPlace();
    void stopEndsTheWaitAfterAFailure();
    void stoppedTwiceEndsBothTimes();
    void disabledAccountEndsByItself();
    void accountDisabledMeanwhileEndsByItself();
    void failureIsStoredAndTriedAgain();
    void refusedLoginWaitsForTheNextAttempt();
    void requestedPassEndsTheWaitForTheNextAttempt();
    void startWaitsAfterARefusedLogin();
    void changedAccountStartsAtOnce();
    void bodyIsRefusedWhileTheAccountWaits();
    void bodyEndsTheWaitForThePoll_data();
    void bodyEndsTheWaitForThePoll();
    void bodiesEndWithTheAccount();
    void storageErrorDoesNotCountAsAFailure();
    void databaseThatReturnsEndsTheWait();
    void otherDatabaseIsReadAgain();
    void accountMakesRoomForOthers();
};

void TestAccountSync::connectsFollowsAndLogsOut()
{
    Desk desk(begun() + Dialogue::idle() + Dialogue::logout());
    QVERIFY(!desk.sync.isRunning());
    desk.sync.start();
    QVERIFY(desk.sync.isRunning());
    WAIT_FOR_IDLE(desk, 1);
    QVERIFY(desk.stored().lastSyncAt.has_value());
    desk.stop();
    QVERIFY(!desk.sync.isRunning());
    QCOMPARE(desk.problem(), QString());
    QList<Mode> modes;
    for (const Sync::Runtime &runtime : std::as_const(desk.reports.runtimes))
        modes.append(runtime.mode);
    QCOMPARE(modes, (QList<Mode>{ Mode::Connecting, Mode::Syncing, Mode::Idle, Mode::Stopped }));
    QVERIFY(desk.reports.has("account.sync_started"));
    QVERIFY(desk.reports.has("account.sync_done"));
    QVERIFY(!desk.reports.has("account.sync_error"));
}

void TestAccountSync::newsAreSynchronised()
{
    Desk desk(begun()
              + QStringList{ u"C: $ IDLE"_s, u"S: + idling"_s, u"S: * 1 EXPUNGE"_s, u"C: DONE"_s,
                             Dialogue::ok }
              + Dialogue::noop() + Dialogue::idle() + Dialogue::logout());
    desk.sync.start();
    WAIT_FOR_IDLE(desk, 2);
    QCOMPARE(desk.reports.names().count("account.sync_done"), 2);
    desk.stop();
    QCOMPARE(desk.problem(), QString());
}

void TestAccountSync::passIsRefusedWhileOneRuns()
{
    Desk desk(begun().first(4)); // LIST is not answered
    desk.sync.start();
    QTRY_VERIFY(desk.hasSent("LIST"));
    QVERIFY(!desk.sync.syncNow());
}

void TestAccountSync::requestedPassEndsIdle()
{
    Desk desk(begun() + Dialogue::idle() + passAgain() + Dialogue::idle() + Dialogue::logout());
    desk.sync.start();
    WAIT_FOR_IDLE(desk, 1);
    QVERIFY(desk.sync.syncNow());
    WAIT_FOR_IDLE(desk, 2);
    desk.stop();
    QCOMPARE(desk.problem(), QString());
    QCOMPARE(desk.reports.names().count("account.sync_done"), 2);
}

void TestAccountSync::stopEndsEachStep_data()
{
    QTest::addColumn<int>("steps");
    QTest::addColumn<QByteArray>("sent");
    QTest::newRow("login") << 2 << QByteArray("LOGIN");
    QTest::newRow("list of folders") << 4 << QByteArray("LIST");
    QTest::newRow("opening a folder") << 7 << QByteArray("EXAMINE");
}

// The server does not answer the last command. The connection is closed at once, without LOGOUT.
void TestAccountSync::stopEndsEachStep()
{
    QFETCH(int, steps);
    QFETCH(QByteArray, sent);
    Desk desk(begun().first(steps));
    desk.sync.start();
    QTRY_VERIFY(desk.hasSent(sent));
    desk.stop();
    QVERIFY(!desk.sync.isRunning());
    QVERIFY(!desk.hasSent("LOGOUT"));
    QVERIFY(!desk.reports.has("account.sync_error"));
    QCOMPARE(desk.stored().failures, 0);
    QCOMPARE(desk.problem(), QString());
}

void TestAccountSync::stopEndsTheWaitForASecret()
{
    Desk desk(begun());
    desk.secrets.hold();
    desk.sync.start();
    QTRY_VERIFY(!desk.secrets.asked().isEmpty());
    const Running<bool> stop(ended(desk.sync.stop()));
    QVERIFY(!stop.hasEnded());
    desk.secrets.release();
    QTRY_VERIFY(stop.hasEnded());
    QCOMPARE(desk.server.received(), QList<QByteArray>());
}

void TestAccountSync::stopEndsTheWaitForAPlace()
{
    Desk desk(begun());
    must(awaited(desk.row.load()));
    std::vector<std::unique_ptr<Async::Admission::Slot>> others;
    const auto groups = desk.admissions.groupsOfMailbox(desk.row.account());
    for (int i = 0; i < 12; ++i)
        others.push_back(
            std::make_unique<Async::Admission::Slot>(desk.admissions.mailboxes, groups));
    desk.sync.start();
    QTRY_VERIFY(others.front()->isWanted());
    desk.stop();
    QVERIFY(!desk.sync.isRunning());
    QVERIFY(!others.front()->isWanted());
    QCOMPARE(desk.server.received(), QList<QByteArray>());
}

void TestAccountSync::stopEndsTheWaitAfterAFailure()
{
    Desk desk(refusedLogin + Dialogue::logout());
    desk.sync.start();
    QTRY_VERIFY(desk.reports.has("account.health"));
    desk.stop();
    QVERIFY(!desk.sync.isRunning());
    QCOMPARE(desk.stored().errorCode, QByteArray("auth_failed"));
}

void TestAccountSync::stoppedTwiceEndsBothTimes()
{
    Desk desk(begun() + Dialogue::idle() + Dialogue::logout());
    desk.sync.start();
    WAIT_FOR_IDLE(desk, 1);
    const Running<bool> first(ended(desk.sync.stop()));
    const Running<bool> second(ended(desk.sync.stop()));
    QTRY_VERIFY(first.hasEnded() && second.hasEnded());
}

void TestAccountSync::disabledAccountEndsByItself()
{
    Desk desk(begun());
    desk.execute(u"UPDATE accounts SET status = 'disabled'"_s);
    desk.sync.start();
    QTRY_VERIFY(!desk.sync.isRunning());
    QCOMPARE(desk.server.received(), QList<QByteArray>());
    QVERIFY(!desk.reports.has("account.sync_started"));
}

void TestAccountSync::accountDisabledMeanwhileEndsByItself()
{
    Desk desk(begun() + Dialogue::logout());
    desk.execute(u"UPDATE accounts SET status = 'error', failures = 3"_s);
    desk.secrets.hold();
    desk.sync.start();
    QTRY_VERIFY(!desk.secrets.asked().isEmpty());
    desk.execute(u"UPDATE accounts SET status = 'disabled'"_s);
    desk.secrets.release();
    QTRY_VERIFY(!desk.sync.isRunning());
    QCOMPARE(desk.stored().status, QByteArray("disabled"));
    QVERIFY(!desk.reports.has("account.health"));
    QCOMPARE(desk.problem(), QString());
}

// The first failure is not shown, and tried again soon.
void TestAccountSync::failureIsStoredAndTriedAgain()
{
    const QStringList lost = begun().first(2) + QStringList{ u"X"_s };
    Desk desk(lost + QStringList{ u"N"_s } + begun() + Dialogue::idle() + Dialogue::logout());
    desk.sync.start();
    WAIT_FOR_IDLE(desk, 1);
    QCOMPARE(desk.reports.names().count("account.sync_error"), 1);
    QCOMPARE(desk.stored().failures, 0); // the success ended the row of failures
    desk.stop();
    QCOMPARE(desk.problem(), QString());
}

void TestAccountSync::refusedLoginWaitsForTheNextAttempt()
{
    Desk desk(refusedLogin + Dialogue::logout());
    desk.sync.start();
    QTRY_VERIFY(desk.reports.has("account.health"));
    QTRY_COMPARE(desk.reports.mode(), Mode::Stopped);
    QVERIFY(desk.sync.isRunning());
    QCOMPARE(desk.stored().status, QByteArray("error"));
    QCOMPARE(desk.stored().nextAttemptAtMs, desk.clock.nowMs() + 300'000);
    QCOMPARE(desk.timesSent("LOGIN"), 1);
    QCOMPARE(desk.problem(), QString());
}

void TestAccountSync::requestedPassEndsTheWaitForTheNextAttempt()
{
    Desk desk(refusedLogin + Dialogue::logout() + QStringList{ u"N"_s } + begun() + Dialogue::idle()
              + Dialogue::logout());
    desk.sync.start();
    QTRY_VERIFY(desk.reports.has("account.health"));
    QTRY_COMPARE(desk.reports.mode(), Mode::Stopped);
    QVERIFY(desk.sync.syncNow());
    WAIT_FOR_IDLE(desk, 1);
    QCOMPARE(desk.stored().status, QByteArray("active"));
    desk.stop();
    QCOMPARE(desk.problem(), QString());
}

void TestAccountSync::startWaitsAfterARefusedLogin()
{
    Desk desk(begun() + Dialogue::idle() + Dialogue::logout());
    desk.execute(u"UPDATE accounts SET status = 'error', auth_failures = 1"_s);
    desk.sync.start();
    for (int i = 0; i < 3; ++i) // reads that end after that of the account
        must(awaited(desk.row.load()));
    QVERIFY(desk.reports.runtimes.isEmpty());
    QVERIFY(desk.sync.syncNow()); // does not wait
    WAIT_FOR_IDLE(desk, 1);
    desk.stop();
    QCOMPARE(desk.problem(), QString());
}

void TestAccountSync::changedAccountStartsAtOnce()
{
    Desk desk(begun() + Dialogue::idle() + Dialogue::logout());
    desk.execute(u"UPDATE accounts SET status = 'error', auth_failures = 1"_s);
    desk.sync.start(true);
    WAIT_FOR_IDLE(desk, 1);
    desk.stop();
    QCOMPARE(desk.problem(), QString());
}

void TestAccountSync::bodyIsRefusedWhileTheAccountWaits()
{
    Desk desk(refusedLogin + Dialogue::logout());
    desk.sync.start();
    QTRY_VERIFY(desk.reports.has("account.health"));
    QTRY_COMPARE(desk.reports.mode(), Mode::Stopped);
    const Result<void> fetched = awaited(desk.sync.fetchBody(1, {}));
    QCOMPARE(fetched.error().code, Error::Code::Unreachable);
    QVERIFY(fetched.error().message.contains(u"refused the login"_s));
    QCOMPARE(desk.timesSent("LOGIN"), 1);
}

void TestAccountSync::bodyEndsTheWaitForThePoll_data()
{
    QTest::addColumn<QString>("capabilities");
    QTest::addColumn<QStringList>("idle");
    QTest::newRow("no IDLE") << QString() << QStringList();
    QTest::newRow("IDLE is refused") << u"IDLE"_s << QStringList{ u"C: $ IDLE"_s, Dialogue::no };
}

// The default time of the poll is longer than this test waits.
void TestAccountSync::bodyEndsTheWaitForThePoll()
{
    QFETCH(QString, capabilities);
    QFETCH(QStringList, idle);
    const QStringList body{ u"C: $ UID FETCH 1 *"_s,
                            u"S: * 1 FETCH (UID 1 BODY[] {14}\r\nSubject: x\r\n\r\n)"_s,
                            Dialogue::ok };
    Desk desk(begun(capabilities) + idle + body + Dialogue::logout());
    desk.sync.start();
    QTRY_COMPARE(desk.reports.mode(), Mode::Polling);
    const qint64 folderId = desk.number("SELECT id FROM folders WHERE path = 'INBOX'");
    const Running<Result<void>> fetched(desk.sync.fetchBody(folderId, { 1, 1, 100 }));
    QTRY_VERIFY(fetched.hasEnded());
    QVERIFY(fetched.value().ok());
    desk.stop();
    QCOMPARE(desk.problem(), QString());
}

void TestAccountSync::bodiesEndWithTheAccount()
{
    Desk desk(begun().first(4)); // LIST is not answered
    desk.sync.start();
    const Running<Result<void>> body(desk.sync.fetchBody(1, {}));
    QTRY_VERIFY(desk.hasSent("LIST"));
    QVERIFY(!body.hasEnded());
    desk.stop();
    QVERIFY(body.hasEnded());
    QCOMPARE(body.value().error().code, Error::Code::Cancelled);
}

void TestAccountSync::storageErrorDoesNotCountAsAFailure()
{
    Desk desk(begun() + Dialogue::idle() + Dialogue::logout());
    desk.sync.start();
    WAIT_FOR_IDLE(desk, 1);
    desk.database->close();
    desk.sync.storeChanges(); // reads the database
    QTRY_COMPARE(desk.reports.mode(), Mode::Stopped);
    QVERIFY(!desk.reports.has("account.sync_error"));
    QVERIFY(!desk.reports.trouble().has_value());
    QVERIFY(desk.sync.isRunning());
    desk.stop();
    QCOMPARE(desk.problem(), QString());
}

// Without the call it would wait 500 ms, and longer each time.
void TestAccountSync::databaseThatReturnsEndsTheWait()
{
    Desk desk(begun() + Dialogue::idle() + Dialogue::logout());
    desk.sync.start();
    WAIT_FOR_IDLE(desk, 1);
    desk.database->close();
    desk.sync.storeChanges();
    QTRY_COMPARE(desk.reports.mode(), Mode::Stopped);
    const qsizetype before = desk.reports.runtimes.size();
    desk.sync.databaseReturned(false);
    QCOMPARE(desk.reports.runtimes.at(before).mode, Mode::Connecting);
    QTRY_COMPARE(desk.reports.mode(), Mode::Stopped); // it is not back after all
}

void TestAccountSync::otherDatabaseIsReadAgain()
{
    Desk desk(begun() + Dialogue::idle() + Dialogue::list({ inbox }) + Dialogue::examine(inbox)
              + Dialogue::idle() + Dialogue::logout());
    desk.sync.start();
    WAIT_FOR_IDLE(desk, 1);
    desk.sync.databaseReturned(true);
    WAIT_FOR_IDLE(desk, 2);
    desk.stop();
    QCOMPARE(desk.problem(), QString());
}

// It logs out and queues behind the account that waits.
void TestAccountSync::accountMakesRoomForOthers()
{
    Desk desk(begun() + Dialogue::idle() + passAgain() + Dialogue::logout());
    desk.sync.start();
    WAIT_FOR_IDLE(desk, 1);
    must(awaited(desk.row.load()));
    std::vector<std::unique_ptr<Async::Admission::Slot>> others;
    const auto groups = desk.admissions.groupsOfMailbox(desk.row.account());
    for (int i = 0; i < 12; ++i)
        others.push_back(
            std::make_unique<Async::Admission::Slot>(desk.admissions.mailboxes, groups));
    QVERIFY(!others.back()->isInside());
    desk.clock.advance(61s); // longer than the poll interval
    QVERIFY(desk.sync.syncNow());
    QTRY_VERIFY(others.back()->isInside());
    QTRY_COMPARE(desk.reports.mode(), Mode::Connecting); // until a place is free again
    QVERIFY(!desk.reports.has("account.sync_error"));
    QCOMPARE(desk.problem(), QString());
}

QTEST_GUILESS_MAIN(TestAccountSync)
#include "tst_accountsync.moc"
