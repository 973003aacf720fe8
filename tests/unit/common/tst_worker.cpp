// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/worker.h"

#include <QTest>

using namespace std::chrono_literals;

class TestWorker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsARoundForEachWakeAtRest();
    void runsOneMoreRoundForManyWakesMeanwhile();
    void continuesWhereItWasWokenOnItsWayToRest();
    void endsAPauseEarlyWhenWoken();
    void pausesForItsTime();
    void resumesAStopWhenTheRoundHasEnded();
    void endsAPauseWhenStopped();
    void beginsNothingAfterAStop();
    void stopsAtOnceWhereNothingRuns();
};

namespace {

/// A round that runs until the test opens the gate.
struct Rounds {
    int begun = 0;
    Async::Completion<bool> gate;

    QCoro::Task<void> run()
    {
        ++begun;
        gate = {};
        co_await gate;
    }
};

QCoro::Task<void> stopAndNote(Async::Worker *worker, bool *isStopped)
{
    co_await worker->stop();
    *isStopped = true;
}

} // namespace

void TestWorker::runsARoundForEachWakeAtRest()
{
    int rounds = 0;
    Async::Worker worker([&]() -> QCoro::Task<void> {
        ++rounds;
        co_return;
    });
    worker.wake();
    QVERIFY(!worker.isRunning());
    worker.wake();
    QCOMPARE(rounds, 2);
}

void TestWorker::runsOneMoreRoundForManyWakesMeanwhile()
{
    Rounds rounds;
    Async::Worker worker([&] { return rounds.run(); });
    worker.wake();
    worker.wake();
    worker.wake();
    QCOMPARE(rounds.begun, 1);
    QVERIFY(worker.isWoken());
    Async::Completion<bool>(rounds.gate).finish(true);
    QCOMPARE(rounds.begun, 2);
    Async::Completion<bool>(rounds.gate).finish(true);
    QCOMPARE(rounds.begun, 2);
    QVERIFY(!worker.isRunning());
}

void TestWorker::continuesWhereItWasWokenOnItsWayToRest()
{
    int rounds = 0;
    Rounds rest;
    Async::Worker worker(
        [&]() -> QCoro::Task<void> {
            ++rounds;
            co_return;
        },
        [&] { return rest.run(); });
    worker.wake();
    QCOMPARE(rounds, 1);
    worker.wake(); // while `rest` runs
    QCOMPARE(rounds, 1);
    Async::Completion<bool>(rest.gate).finish(true);
    QCOMPARE(rounds, 2);
    Async::Completion<bool>(rest.gate).finish(true);
    QVERIFY(!worker.isRunning());
}

void TestWorker::endsAPauseEarlyWhenWoken()
{
    QObject context;
    QList<bool> early;
    Async::Worker *self = nullptr;
    Async::Worker worker([&]() -> QCoro::Task<void> {
        const bool isEarly = co_await self->pause(1h, &context);
        early.append(isEarly);
    });
    self = &worker;
    worker.wake();
    worker.wake();
    QCOMPARE(early, QList<bool>{ true });
    QVERIFY(worker.isRunning()); // in the round that the second wake() started
    bool isStopped = false;
    stopAndNote(&worker, &isStopped);
    QVERIFY(isStopped);
}

void TestWorker::pausesForItsTime()
{
    QObject context;
    QList<bool> early;
    Async::Worker *self = nullptr;
    Async::Worker worker([&]() -> QCoro::Task<void> {
        const bool isEarly = co_await self->pause(1ms, &context);
        early.append(isEarly);
    });
    self = &worker;
    worker.wake();
    QTRY_COMPARE(early, QList<bool>{ false });
}

void TestWorker::resumesAStopWhenTheRoundHasEnded()
{
    Rounds rounds;
    Async::Worker worker([&] { return rounds.run(); });
    worker.wake();
    bool isStopped = false;
    bool isStoppedToo = false;
    stopAndNote(&worker, &isStopped);
    stopAndNote(&worker, &isStoppedToo);
    QVERIFY(worker.isStopping() && !isStopped && !isStoppedToo);
    Async::Completion<bool>(rounds.gate).finish(true);
    QVERIFY(isStopped && isStoppedToo);
    QVERIFY(!worker.isRunning());
}

void TestWorker::endsAPauseWhenStopped()
{
    QObject context;
    int rounds = 0;
    Async::Worker *self = nullptr;
    Async::Worker worker([&]() -> QCoro::Task<void> {
        ++rounds;
        co_await self->pause(1h, &context);
        self->wake(); // has no effect after the stop
    });
    self = &worker;
    worker.wake();
    bool isStopped = false;
    stopAndNote(&worker, &isStopped);
    QVERIFY(isStopped);
    QCOMPARE(rounds, 1);
}

void TestWorker::beginsNothingAfterAStop()
{
    Rounds rounds;
    Async::Worker worker([&] { return rounds.run(); });
    bool isStopped = false;
    stopAndNote(&worker, &isStopped);
    worker.wake();
    QCOMPARE(rounds.begun, 0);
}

void TestWorker::stopsAtOnceWhereNothingRuns()
{
    Rounds rounds;
    Async::Worker worker([&] { return rounds.run(); });
    bool isStopped = false;
    stopAndNote(&worker, &isStopped);
    QVERIFY(isStopped);
}

QTEST_GUILESS_MAIN(TestWorker)
#include "tst_worker.moc"
