// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/async.h"
#include "support/patience.h"

#include <QTest>

using namespace std::chrono_literals;

class tst_Async : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void givesAValueThatWasThereBefore();
    void resumesWithTheFirstValueOnly();
    void finishesByItselfAfterADelay();
    void worksOnThePoolAndResumesHere();
    void letsOnlySoManyInAndTheRestInOrder();
    void runsSoManyStepsAtOnceInOrder();
    void beginsNothingAfterAFailureAndAwaitsTheRest();
    void stepsGoOnWhileTheNextItemIsAwaited();
    void asksForNoItemAfterAFailure();
};

namespace {

QCoro::Task<void> store(Async::Completion<int> completion, int *out)
{
    const int value = co_await completion;
    *out = value;
}

} // namespace

void tst_Async::givesAValueThatWasThereBefore()
{
    Async::Completion<int> completion;
    completion.finish(7);
    int got = 0;
    store(completion, &got);
    QCOMPARE(got, 7);
}

void tst_Async::resumesWithTheFirstValueOnly()
{
    Async::Completion<int> completion;
    int got = 0;
    store(completion, &got);
    QCOMPARE(got, 0);
    completion.finish(1);
    completion.finish(2);
    QCOMPARE(got, 1);
}

void tst_Async::finishesByItselfAfterADelay()
{
    Async::Completion<int> completion;
    completion.finishAfter(1ms, this, 5);
    int got = 0;
    store(completion, &got);
    QTRY_COMPARE(got, 5);
}

void tst_Async::worksOnThePoolAndResumesHere()
{
    QThread *worker = nullptr, *resumed = nullptr;
    const auto run = [](QThread **there, QThread **here) -> QCoro::Task<void> {
        auto work = [there] {
            *there = QThread::currentThread();
            return 1;
        };
        co_await Async::onPool(QThreadPool::globalInstance(), work);
        *here = QThread::currentThread();
    };
    run(&worker, &resumed);
    QTRY_VERIFY(resumed);
    QCOMPARE(resumed, QThread::currentThread());
    QVERIFY(worker != resumed);
}

void tst_Async::letsOnlySoManyInAndTheRestInOrder()
{
    Async::Slots places(2);
    QList<int> entered;
    QList<Async::Completion<bool>> leave(4);
    const auto run = [](Async::Slots *all, int number, QList<int> *in,
                        Async::Completion<bool> until) -> QCoro::Task<void> {
        const Async::Slots::Lease lease = co_await all->acquire();
        in->append(number);
        co_await until;
    };
    for (int i = 0; i < 4; ++i)
        run(&places, i, &entered, leave[i]);
    QCOMPARE(entered, (QList<int>{ 0, 1 }));
    leave[1].finish(true);
    QCOMPARE(entered, (QList<int>{ 0, 1, 2 }));
    leave[0].finish(true);
    QCOMPARE(entered, (QList<int>{ 0, 1, 2, 3 }));
    leave[2].finish(true);
    leave[3].finish(true);
}

namespace {

/** Steps of pipelined() that end when the test ends them. */
struct Steps {
    QList<int> begun;
    QHash<int, Async::Completion<Result<void>>> ends;
    std::optional<Result<void>> outcome;
    QHash<int, Async::Completion<std::optional<int>>> coming; ///< by the number of the question
    int asked = 0;

    QCoro::Task<Result<void>> step(int item)
    {
        begun.append(item);
        const Async::Completion<Result<void>> end = ends[item];
        Result<void> result = co_await end;
        co_return result;
    }

    /// Items that come when the test gives them; nothing ends them.
    QCoro::Task<Result<std::optional<int>>> nextItem()
    {
        const Async::Completion<std::optional<int>> item = coming[asked++];
        std::optional<int> value = co_await item;
        co_return value;
    }

    QCoro::Task<void> runFrom()
    {
        auto next = [this] {
            return nextItem();
        };
        auto one = [this](int item) {
            return step(item);
        };
        QCoro::Task<Result<void>> all = Async::pipelinedFrom(next, 2, one);
        const Result<void> result = co_await all;
        outcome = result;
    }

    QCoro::Task<void> run(QList<int> items)
    {
        auto one = [this](int item) {
            return step(item);
        };
        QCoro::Task<Result<void>> all = Async::pipelined(items, 2, one);
        const Result<void> result = co_await all;
        outcome = result;
    }
};

} // namespace

void tst_Async::runsSoManyStepsAtOnceInOrder()
{
    Steps steps;
    steps.run({ 1, 2, 3 });
    QCOMPARE(steps.begun, (QList<int>{ 1, 2 }));
    steps.ends[1].finish({});
    QCOMPARE(steps.begun, (QList<int>{ 1, 2, 3 }));
    steps.ends[3].finish({});
    QVERIFY(!steps.outcome);
    steps.ends[2].finish({});
    QVERIFY(steps.outcome && steps.outcome->ok());
}

void tst_Async::stepsGoOnWhileTheNextItemIsAwaited()
{
    Steps steps;
    steps.runFrom();
    steps.coming[0].finish(1);
    QCOMPARE(steps.begun, QList<int>{ 1 });
    steps.ends[1].finish({}); // before the second item comes
    QCOMPARE(steps.asked, 2);
    steps.coming[1].finish(2);
    QCOMPARE(steps.begun, (QList<int>{ 1, 2 }));
    QCOMPARE(steps.asked, 3);
    steps.coming[2].finish(std::nullopt);
    QVERIFY(!steps.outcome);
    steps.ends[2].finish({});
    QVERIFY(steps.outcome && steps.outcome->ok());
}

void tst_Async::asksForNoItemAfterAFailure()
{
    Steps steps;
    steps.runFrom();
    steps.coming[0].finish(1);
    steps.coming[1].finish(2);
    steps.ends[1].finish(Error{ Error::Code::Server, QStringLiteral("no") });
    QCOMPARE(steps.asked, 2);
    QVERIFY(!steps.outcome);
    steps.ends[2].finish({});
    QVERIFY(steps.outcome && !steps.outcome->ok());
}

void tst_Async::beginsNothingAfterAFailureAndAwaitsTheRest()
{
    Steps steps;
    steps.run({ 1, 2, 3 });
    const Error error{ Error::Code::Server, QStringLiteral("no") };
    steps.ends[1].finish(error);
    QCOMPARE(steps.begun, (QList<int>{ 1, 2 }));
    QVERIFY(!steps.outcome);
    steps.ends[2].finish({});
    QVERIFY(steps.outcome && !steps.outcome->ok());
    QCOMPARE(steps.outcome->error().message, error.message);
}

QTEST_GUILESS_MAIN(tst_Async)
#include "tst_async.moc"
