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

/** Has ended when the test says so. */
class Worker : public QObject
{
public:
    QCoro::Task<void> stopAll()
    {
        ++stops;
        co_await end;
        hasEnded = true;
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

void TestResident::waitsForTheEnd()
{
    m_resident->post([](Worker &worker) { worker.end.finish(true); });
    m_resident->stop(1min);
    QVERIFY(m_worker->hasEnded);
    m_resident->stop(1min); // and again at once
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
