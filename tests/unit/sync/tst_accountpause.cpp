// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"
#include "sync/accountpause.h"
#include "sync/jitter.h"

using namespace std::chrono_literals;
using Sync::AccountPause;
using Sync::Wake;

/** The waits of an account, and how they end. */
class TestAccountPause : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endsWhenTheTimeIsOver();
    void endsEarlyWhenAsked();
    void doesNotBeginWithARequestedPass();
    void doesNotBeginDuringTheStop();
    void longestTimeNeverElapses();
    void canBeRepeated();
    void endWithoutAPauseDoesNothing();
    void timesAreSpreadByATenth();

private:
    Sync::AccountRequests m_requests;
    bool m_isStopping = false;
    AccountPause m_pause{ m_requests, [this] { return m_isStopping; }, this };
};

void TestAccountPause::endsWhenTheTimeIsOver()
{
    QCOMPARE(awaited(m_pause.wait(1ms)), Wake::Elapsed);
    QVERIFY(!m_pause.isRunning());
}

void TestAccountPause::endsEarlyWhenAsked()
{
    const Running<Wake> wait(m_pause.wait(1h));
    QVERIFY(m_pause.isRunning());
    QVERIFY(!wait.hasEnded());
    m_pause.end();
    QVERIFY(wait.hasEnded());
    QCOMPARE(wait.value(), Wake::Asked);
    QVERIFY(!m_pause.isRunning());
}

void TestAccountPause::doesNotBeginWithARequestedPass()
{
    m_requests.requestPass();
    const Running<Wake> wait(m_pause.wait(1h));
    QVERIFY(wait.hasEnded());
    QCOMPARE(wait.value(), Wake::Asked);
    QVERIFY(m_requests.takePass()); // the wait leaves it to the pass
}

void TestAccountPause::doesNotBeginDuringTheStop()
{
    m_isStopping = true;
    const Running<Wake> wait(m_pause.wait(1h));
    m_isStopping = false;
    QVERIFY(wait.hasEnded());
    QCOMPARE(wait.value(), Wake::Asked);
}

void TestAccountPause::longestTimeNeverElapses()
{
    const Running<Wake> wait(m_pause.wait(std::chrono::milliseconds::max()));
    QCoreApplication::processEvents(); // a timer that had overflown would end it here
    QVERIFY(!wait.hasEnded());
    m_pause.end();
    QVERIFY(wait.hasEnded());
}

void TestAccountPause::canBeRepeated()
{
    const Running<Wake> first(m_pause.wait(1h));
    m_pause.end();
    const Running<Wake> second(m_pause.wait(1h));
    QVERIFY(!second.hasEnded());
    m_pause.end();
    QVERIFY(second.hasEnded());
}

void TestAccountPause::endWithoutAPauseDoesNothing()
{
    m_pause.end();
    const Running<Wake> wait(m_pause.wait(1h));
    QVERIFY(!wait.hasEnded());
    m_pause.end();
}

void TestAccountPause::timesAreSpreadByATenth()
{
    QSet<qint64> times;
    for (int i = 0; i < 1000; ++i) {
        const auto time = Sync::jittered(10'000ms);
        QVERIFY(time >= 9'000ms && time <= 11'000ms);
        times.insert(time.count());
    }
    QVERIFY(times.size() > 100);
    QCOMPARE(Sync::jittered(0ms), 0ms);
}

QTEST_GUILESS_MAIN(TestAccountPause)
#include "tst_accountpause.moc"
