// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"
#include "sync/accountpause.h"
#include "sync/accountwait.h"

#include <vector>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Sync::Mode;
using Sync::Wake;

namespace {

using Woken = Result<Wake>;

Sync::Settings pollingAfter(std::chrono::milliseconds time)
{
    Sync::Settings settings;
    settings.pollInterval = time;
    return settings;
}

/** A connected account that waits for changes. `script`: what follows after the login. */
struct Waiter : AccountFixture {
    explicit Waiter(const QStringList &script, const Sync::Settings &settings = {},
                    const QString &capabilities = u"IDLE"_s)
        : AccountFixture(Dialogue::login(capabilities) + script, settings)
    {
        connect();
    }

    /// All folders were compared this time ago.
    QCoro::Task<Woken> forChange(std::chrono::milliseconds ago = 0ms)
    {
        return wait.forChange(clock.nowMs() - ago.count());
    }
    /// A user or other code requests a pass (0), that changes are stored (1), or a body (2).
    void request(int kind)
    {
        if (kind == 0)
            requests.requestPass();
        else if (kind == 1)
            requests.requestStoring();
        else
            requests.requestBody(1, {}, &pool);
    }
    bool hasSent(const QByteArray &word) const
    {
        return std::ranges::any_of(server.received(),
                                   [&word](const QByteArray &line) { return line.contains(word); });
    }

    Sync::AccountPause pause{ requests, [this] { return isStopping; }, &pool };
    Sync::AccountWait wait{ context.settings, clock, row, connection, requests, report, pause };
};

const QStringList refusedIdle{ u"C: $ IDLE"_s, Dialogue::no };

} // namespace

/** What ends the wait for changes, and when the server is polled. */
class TestAccountWait : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void requestsEndTheWaitAtOnce_data();
    void requestsEndTheWaitAtOnce();
    void newsEndIdle();
    void wakeEndsIdle();
    void idleIsRenewed();
    void passIsDueSomeTimeAfterTheLastOne_data();
    void passIsDueSomeTimeAfterTheLastOne();
    void passIsDueEarlierWithSeveralFolders();
    void passIsDueEarlierIfOthersWaitForThePlace();
    void serverWithoutIdleIsPolled();
    void serverThatRefusesIdleIsPolledFromThenOn();
    void serverThatEndsIdleAtOnceIsPolledFromThenOn();
    void requestsDuringARefusedIdleDoNotWait_data();
    void requestsDuringARefusedIdleDoNotWait();
    void pollingEndsEarlyWhenAsked();
    void lostConnectionIsAnError();
};

void TestAccountWait::requestsEndTheWaitAtOnce_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("a pass") << 0;
    QTest::newRow("changes to store") << 1;
    QTest::newRow("a body") << 2;
}

void TestAccountWait::requestsEndTheWaitAtOnce()
{
    QFETCH(int, kind);
    Waiter waiter({});
    waiter.request(kind);
    const Running<Woken> wait(waiter.forChange());
    QVERIFY(wait.hasEnded());
    QCOMPARE(wait.value(), Woken(Wake::Asked));
    QVERIFY(!waiter.hasSent("IDLE"));
    QCOMPARE(waiter.requests.isPassRequested(), kind == 0); // the wait does not take it
}

void TestAccountWait::newsEndIdle()
{
    Waiter waiter(
        { u"C: $ IDLE"_s, u"S: + idling"_s, u"S: * 1 EXISTS"_s, u"C: DONE"_s, Dialogue::ok });
    QCOMPARE(awaited(waiter.forChange()), Woken(Wake::News));
    QCOMPARE(waiter.reports.mode(), Mode::Idle);
    QCOMPARE(waiter.problem(), QString());
}

void TestAccountWait::wakeEndsIdle()
{
    Waiter waiter(Dialogue::idle());
    const Running<Woken> wait(waiter.forChange());
    QTRY_VERIFY(waiter.hasSent("IDLE"));
    QVERIFY(!wait.hasEnded());
    waiter.connection.session()->wakeIdle();
    QTRY_VERIFY(wait.hasEnded());
    QCOMPARE(wait.value(), Woken(Wake::Asked));
    QCOMPARE(waiter.problem(), QString());
}

void TestAccountWait::idleIsRenewed()
{
    Sync::Settings settings;
    settings.idleRenew = 20ms;
    Waiter waiter(Dialogue::idle()
                      + QStringList{ u"C: $ IDLE"_s, u"S: + idling\r\n* 1 EXISTS"_s, u"C: DONE"_s,
                                     Dialogue::ok },
                  settings);
    QCOMPARE(awaited(waiter.forChange()), Woken(Wake::News));
    QCOMPARE(waiter.problem(), QString());
}

void TestAccountWait::passIsDueSomeTimeAfterTheLastOne_data()
{
    QTest::addColumn<qint64>("agoMs");
    QTest::newRow("long ago") << qint64(300'000);
    QTest::newRow("the clock was set back") << qint64(-1);
}

void TestAccountWait::passIsDueSomeTimeAfterTheLastOne()
{
    QFETCH(qint64, agoMs);
    Waiter waiter({});
    const Running<Woken> wait(waiter.forChange(std::chrono::milliseconds(agoMs)));
    QVERIFY(wait.hasEnded());
    QCOMPARE(wait.value(), Woken(Wake::Elapsed));
    QVERIFY(!waiter.hasSent("IDLE"));
}

void TestAccountWait::passIsDueEarlierWithSeveralFolders()
{
    Waiter waiter(Dialogue::idle());
    const Running<Woken> one(waiter.forChange(60s));
    QVERIFY(!one.hasEnded());
    waiter.connection.session()->wakeIdle();
    QTRY_VERIFY(one.hasEnded());
    waiter.row.setFolders({ u"INBOX"_s, u"Work"_s }, {});
    const Running<Woken> two(waiter.forChange(60s));
    QVERIFY(two.hasEnded());
    QCOMPARE(two.value(), Woken(Wake::Elapsed));
}

void TestAccountWait::passIsDueEarlierIfOthersWaitForThePlace()
{
    Waiter waiter({});
    std::vector<std::unique_ptr<Async::Admission::Slot>> others;
    const auto groups = waiter.admissions.groupsOfMailbox(waiter.row.account());
    for (int i = 0; i < 12; ++i) // 12 connections of one user at one mailbox
        others.push_back(
            std::make_unique<Async::Admission::Slot>(waiter.admissions.mailboxes, groups));
    const Running<Woken> wait(waiter.forChange(60s));
    QVERIFY(wait.hasEnded());
    QCOMPARE(wait.value(), Woken(Wake::Elapsed));
}

void TestAccountWait::serverWithoutIdleIsPolled()
{
    Waiter waiter({}, pollingAfter(1ms), {});
    QCOMPARE(awaited(waiter.forChange()), Woken(Wake::Elapsed));
    QCOMPARE(waiter.reports.mode(), Mode::Polling);
    QVERIFY(!waiter.hasSent("IDLE"));
}

void TestAccountWait::serverThatRefusesIdleIsPolledFromThenOn()
{
    Waiter waiter(refusedIdle, pollingAfter(1ms));
    QCOMPARE(awaited(waiter.forChange()), Woken(Wake::Elapsed));
    QCOMPARE(waiter.reports.mode(), Mode::Polling);
    QCOMPARE(awaited(waiter.forChange()), Woken(Wake::Elapsed));
    QCOMPARE(waiter.problem(), QString()); // no second IDLE
}

void TestAccountWait::serverThatEndsIdleAtOnceIsPolledFromThenOn()
{
    Waiter waiter({ u"C: $ IDLE"_s, u"S: + idling"_s, Dialogue::ok }, pollingAfter(1ms));
    QCOMPARE(awaited(waiter.forChange()), Woken(Wake::Elapsed));
    QCOMPARE(waiter.reports.mode(), Mode::Polling);
    QCOMPARE(awaited(waiter.forChange()), Woken(Wake::Elapsed));
    QCOMPARE(waiter.problem(), QString());
}

void TestAccountWait::requestsDuringARefusedIdleDoNotWait_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("answer");
    const QString bad = u"S: $ BAD unknown command"_s;
    QTest::newRow("a pass") << 0 << Dialogue::no;
    QTest::newRow("changes to store") << 1 << Dialogue::no;
    QTest::newRow("a body, NO") << 2 << Dialogue::no;
    QTest::newRow("a body, BAD") << 2 << bad;
}

void TestAccountWait::requestsDuringARefusedIdleDoNotWait()
{
    QFETCH(int, kind);
    QFETCH(QString, answer);
    Waiter waiter({ u"C: $ IDLE"_s, answer }, pollingAfter(1h));
    const Running<Woken> wait(waiter.forChange());
    QVERIFY(!wait.hasEnded());
    waiter.request(kind);
    QTRY_VERIFY(wait.hasEnded());
    QCOMPARE(wait.value(), Woken(Wake::Asked));
    QCOMPARE(waiter.reports.mode(), Mode::Polling);
    QCOMPARE(waiter.problem(), QString());
}

void TestAccountWait::pollingEndsEarlyWhenAsked()
{
    Waiter waiter({}, pollingAfter(1h), {});
    const Running<Woken> wait(waiter.forChange());
    QVERIFY(!wait.hasEnded());
    waiter.pause.end();
    QVERIFY(wait.hasEnded());
    QCOMPARE(wait.value(), Woken(Wake::Asked));
}

void TestAccountWait::lostConnectionIsAnError()
{
    Waiter waiter({ u"C: $ IDLE"_s, u"S: + idling"_s, u"X"_s }, pollingAfter(1ms));
    QVERIFY(!awaited(waiter.forChange()).ok());
    QCOMPARE(waiter.reports.mode(), Mode::Idle); // it is not polled
}

QTEST_GUILESS_MAIN(TestAccountWait)
#include "tst_accountwait.moc"
