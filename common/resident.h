// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"

#include <QCoroTask>
#include <QMetaObject>
#include <QSemaphore>

#include <chrono>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

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

    /**
     * Runs `work` on the worker's thread, gives it the worker, and resumes here with what it returns. It may
     * be a coroutine; then the value is that of its Task. The awaiting thread needs an event loop that
     * outlives the wait. After the end of stop() there is no answer.
     *
     *     auto fetch = [mail](AccountGroup &group) { return group.fetchBody(mail); };
     *     const Result<void> fetched = co_await group.ask(std::move(fetch));
     */
    template<typename Work, typename R = std::invoke_result_t<Work &, Worker &>>
    QCoro::Task<typename Async::Awaited<R>::Type> ask(Work work) const
    {
        using T = typename Async::Awaited<R>::Type;
        using Value = std::conditional_t<std::is_void_v<T>, std::monostate, T>;
        const Async::RemoteCompletion<Value> done;
        post([work = std::move(work), done](Worker &worker) mutable {
            answer(&worker, std::move(work), done);
        });
        if constexpr (std::is_void_v<T>) {
            co_await done;
        } else {
            T value = co_await done;
            co_return value;
        }
    }

    void beginStop()
    {
        if (m_stopped)
            return;
        m_stopped = std::make_shared<QSemaphore>();
        post([stopped = m_stopped](Worker &worker) { stopAndRelease(&worker, stopped); });
    }

    /// The same; waits until it has ended, at most `time`.
    void stop(std::chrono::milliseconds time)
    {
        beginStop();
        if (m_stopped->tryAcquire(1, int(time.count())))
            m_stopped->release(); // for a second call of stop()
    }

private:
    template<typename Work, typename Value>
    static QCoro::Task<void> answer(Worker *worker, Work work, Async::RemoteCompletion<Value> done)
    {
        using R = std::invoke_result_t<Work &, Worker &>;
        if constexpr (std::is_same_v<R, QCoro::Task<void>>) {
            R task = work(*worker);
            co_await task;
            done.finish({});
        } else if constexpr (Async::Awaited<R>::isTask) {
            R task = work(*worker);
            Value value = co_await task;
            done.finish(std::move(value));
        } else {
            done.finish(work(*worker));
        }
        co_return;
    }

    static QCoro::Task<void> stopAndRelease(Worker *worker, std::shared_ptr<QSemaphore> stopped)
    {
        co_await worker->stopAll();
        stopped->release();
    }

    Worker *m_worker;
    std::shared_ptr<QSemaphore> m_stopped; ///< once it is being stopped
};
