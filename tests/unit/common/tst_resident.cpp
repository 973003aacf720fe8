// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/async.h"
#include "common/resident.h"

#include <QObject>
#include <QSemaphore>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace std::chrono_literals;

namespace {

/** A worker whose stop ends when the test ends it. */
class Worker : public QObject
{
public:
    QCoro::Task<void> stopAll()
    {
        ++stops;
        co_await end;
        hasEnded = true;
    }

    QCoro::Task<QString> nameSlowly()
    {
        Async::Completion<bool> later;
        later.finishAfter(1ms, this, true);
        co_await later;
        co_return QThread::currentThread()->objectName();
    }

    Async::Completion<bool> end;
    std::atomic<int> stops = 0;
    std::atomic<bool> hasEnded = false;
};

} // namespace

class TestResident : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void worksOnItsThread();
    void answersWithAValue();
    void answersWithTheValueOfACoroutine();
    void answersWhenACoroutineWithoutValueHasEnded();
    void waitsForTheEnd();
    void waitsNoLongerThanItMay();

private:
    QThread m_thread;
    std::unique_ptr<Worker> m_worker;
    std::unique_ptr<Resident<Worker>> m_resident;
};

void TestResident::init()
{
    m_worker = std::make_unique<Worker>();
    m_resident = std::make_unique<Resident<Worker>>(m_worker.get());
    m_worker->moveToThread(&m_thread);
    m_thread.setObjectName(QStringLiteral("worker"));
    m_thread.start();
}

void TestResident::cleanup()
{
    m_thread.quit();
    m_thread.wait();
    m_worker.reset();
}

void TestResident::worksOnItsThread()
{
    QSemaphore done;
    QThread *ranOn = nullptr;
    m_resident->post([&](Worker &) {
        ranOn = QThread::currentThread();
        done.release();
    });
    done.acquire();
    QCOMPARE(ranOn, &m_thread);
}

namespace {

/// Stores the value of `asked`, and the thread on which it arrived.
template<typename T>
QCoro::Task<void> note(QCoro::Task<T> asked, std::optional<T> *value, QThread **resumedOn)
{
    T got = co_await asked;
    *value = std::move(got);
    *resumedOn = QThread::currentThread();
}

QCoro::Task<void> noteEnd(QCoro::Task<void> asked, bool *hasEnded)
{
    co_await asked;
    *hasEnded = true;
}

} // namespace

void TestResident::answersWithAValue()
{
    std::optional<QString> name;
    QThread *resumedOn = nullptr;
    auto ask = [](Worker &) {
        return QThread::currentThread()->objectName();
    };
    note(m_resident->ask(ask), &name, &resumedOn);
    QTRY_COMPARE(name, QStringLiteral("worker"));
    QCOMPARE(resumedOn, QThread::currentThread());
}

void TestResident::answersWithTheValueOfACoroutine()
{
    std::optional<QString> name;
    QThread *resumedOn = nullptr;
    auto ask = [](Worker &worker) {
        return worker.nameSlowly();
    };
    note(m_resident->ask(ask), &name, &resumedOn);
    QTRY_COMPARE(name, QStringLiteral("worker"));
    QCOMPARE(resumedOn, QThread::currentThread());
}

void TestResident::answersWhenACoroutineWithoutValueHasEnded()
{
    bool hasEnded = false;
    auto ask = [](Worker &worker) {
        return worker.stopAll();
    };
    noteEnd(m_resident->ask(ask), &hasEnded);
    QTRY_COMPARE(m_worker->stops.load(), 1);
    QVERIFY(!hasEnded);
    m_resident->post([](Worker &worker) { worker.end.finish(true); });
    QTRY_VERIFY(hasEnded);
}

void TestResident::waitsForTheEnd()
{
    m_resident->post([](Worker &worker) { worker.end.finish(true); });
    m_resident->stop(1min);
    QVERIFY(m_worker->hasEnded);
    m_resident->stop(1min); // returns at once
    QCOMPARE(m_worker->stops.load(), 1);
}

void TestResident::waitsNoLongerThanItMay()
{
    m_resident->beginStop();
    m_resident->stop(1ms);
    QVERIFY(!m_worker->hasEnded);
    m_resident->post([](Worker &worker) { worker.end.finish(true); });
    m_resident->stop(1min);
    QVERIFY(m_worker->hasEnded);
    QCOMPARE(m_worker->stops.load(), 1);
}

QTEST_GUILESS_MAIN(TestResident)
#include "tst_resident.moc"
