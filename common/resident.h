// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoroTask>
#include <QMetaObject>
#include <QSemaphore>

#include <chrono>
#include <memory>
#include <utility>

/**
 * Access to a QObject that lives on another thread: any thread may post work to it, and the call
 * returns at once. `Worker` has a coroutine stopAll(), which ends when nothing of it runs any more.
 * The owner of the thread owns it, and the event loop of that thread runs until stop() has
 * returned.
 */
template<typename Worker>
class Resident
{
public:
    explicit Resident(Worker *worker) : m_worker(worker) { }
    Worker *get() const { return m_worker; } ///< to be moved to its thread

    /// `work` gets the worker, on its thread.
    template<typename Work>
    void post(Work work) const
    {
        QMetaObject::invokeMethod(
            m_worker, [worker = m_worker, work = std::move(work)]() mutable { work(*worker); },
            Qt::QueuedConnection);
    }

    void beginStop()
    {
        if (m_stopped)
            return;
        m_stopped = std::make_shared<QSemaphore>();
        post([stopped = m_stopped](Worker &worker) { stopAndTell(&worker, stopped); });
    }

    /// The same; waits until it has ended, at most `time`.
    void stop(std::chrono::milliseconds time)
    {
        beginStop();
        if (m_stopped->tryAcquire(1, int(time.count())))
            m_stopped->release(); // for a second call of stop()
    }

private:
    static QCoro::Task<void> stopAndTell(Worker *worker, std::shared_ptr<QSemaphore> stopped)
    {
        co_await worker->stopAll();
        stopped->release();
    }

    Worker *m_worker;
    std::shared_ptr<QSemaphore> m_stopped; ///< once it is being stopped
};
