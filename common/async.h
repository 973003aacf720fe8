// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QAbstractEventDispatcher>
#include <QCoroTask>
#include <QList>
#include <QThread>
#include <QThreadPool>
#include <QTimer>

#include <chrono>
#include <coroutine>
#include <deque>
#include <memory>
#include <optional>

/**
 * The awaitable types of our coroutines. QCoro gives the task type; these replace its waits on
 * futures and signals, which crash or hang when the other side goes away first.
 *
 * The rule for every co_await (g++ 12 miscompiles other forms): it is a statement of its own or
 * initialises a named variable.
 */
namespace Async {

/**
 * A value that one coroutine waits for and other code delivers, both on one thread. Copies share
 * the value. The first finish() counts, later ones are ignored; the code that creates a Completion
 * must make sure that it is finished on every path.
 *
 *     Async::Completion<Result<Line>> line;   // keep a copy where the data arrives
 *     const Result<Line> got = co_await line;
 */
template<typename T>
class Completion
{
    struct State {
        std::optional<T> value;
        std::coroutine_handle<> waiter;
    };

public:
    Completion() : m_state(std::make_shared<State>()) { }

    bool isFinished() const { return m_state->value.has_value(); }

    /// Resumes the waiter before it returns: the caller must not count on its own state afterwards.
    void finish(T value) const
    {
        const std::shared_ptr<State> state = m_state;
        if (state->value)
            return;
        state->value.emplace(std::move(value));
        if (const auto waiter = std::exchange(state->waiter, {}))
            waiter.resume();
    }

    /// Finishes with `value` after `delay`, unless it was finished earlier. `context` owns the
    /// timer.
    void finishAfter(std::chrono::milliseconds delay, QObject *context, T value) const
    {
        QTimer::singleShot(delay, context,
                           [weak = std::weak_ptr<State>(m_state), value = std::move(value)] {
                               if (const auto state = weak.lock())
                                   Completion(state).finish(value);
                           });
    }

    auto operator co_await() const
    {
        struct Awaiter {
            std::shared_ptr<State> state;
            bool await_ready() const noexcept { return state->value.has_value(); }
            void await_suspend(std::coroutine_handle<> handle) { state->waiter = handle; }
            T await_resume() { return std::move(*state->value); }
        };
        return Awaiter{ m_state };
    }

private:
    explicit Completion(std::shared_ptr<State> state) : m_state(std::move(state)) { }

    std::shared_ptr<State> m_state;
};

/**
 * Posts work back to the thread that it was made on, which needs an event dispatcher that lives
 * until the work ran. A hop costs 3 us.
 */
class Home
{
public:
    Home() : m_dispatcher(QAbstractEventDispatcher::instance()) { Q_ASSERT(m_dispatcher); }

    template<typename F>
    void post(F &&work) const
    {
        QMetaObject::invokeMethod(m_dispatcher, std::forward<F>(work), Qt::QueuedConnection);
    }

private:
    QObject *m_dispatcher;
};

/**
 * A Completion that another thread finishes. Made on the awaiting thread, whose event dispatcher must live
 * until then. finish() is called once; the value is moved there.
 */
template<typename T>
class RemoteCompletion
{
public:
    void finish(T value) const
    {
        // Shared, because the functor of a queued call is copied.
        auto shared = std::make_shared<T>(std::move(value));
        m_home.post([done = m_done, shared] { done.finish(std::move(*shared)); });
    }

    auto operator co_await() const { return m_done.operator co_await(); }

private:
    Completion<T> m_done;
    Home m_home;
};

/// What `co_await` gives for a T: the value of a Task, or the T itself.
template<typename T>
struct Awaited {
    using Type = T;
    static constexpr bool isTask = false;
};
template<typename T>
struct Awaited<QCoro::Task<T>> {
    using Type = T;
    static constexpr bool isTask = true;
};

/**
 * A semaphore: a fixed number of leases at once; other callers wait in order. Lives on one thread
 * and outlives its waiters. When a lease goes out of scope, the next caller gets its place.
 *
 *     const Async::Slots::Lease lease = co_await slots.acquire();
 */
class Slots
{
public:
    class Lease
    {
    public:
        explicit Lease(Slots *slots) : m_slots(slots) { }
        Lease(Lease &&other) noexcept : m_slots(std::exchange(other.m_slots, nullptr)) { }
        Lease &operator=(Lease &&other) noexcept
        {
            std::swap(m_slots, other.m_slots);
            return *this;
        }
        ~Lease() { release(); }
        void release()
        {
            if (Slots *slots = std::exchange(m_slots, nullptr))
                slots->leave();
        }

    private:
        Slots *m_slots;
    };

    explicit Slots(int count) : m_free(count) { }

    QCoro::Task<Lease> acquire()
    {
        if (m_free > 0) {
            --m_free;
            co_return Lease(this);
        }
        Completion<bool> turn;
        m_waiting.push_back(turn);
        co_await turn;
        co_return Lease(this);
    }

private:
    void leave()
    {
        if (m_waiting.empty()) {
            ++m_free;
            return;
        }
        const Completion<bool> next = m_waiting.front();
        m_waiting.pop_front();
        next.finish(true); // the next caller gets the place directly
    }

    int m_free;
    std::deque<Completion<bool>> m_waiting;
};

/**
 * Runs `work` elsewhere and gives its value here. `start(job)` hands a job to the other side and
 * says whether it will run; where it will not, the answer is `refused`.
 */
template<typename T, typename Start, typename Work>
QCoro::Task<T> elsewhere(Start start, Work work, T refused)
{
    const RemoteCompletion<T> done;
    const bool accepted = start([work = std::move(work), done]() mutable { done.finish(work()); });
    if (!accepted)
        co_return refused;
    T value = co_await done;
    co_return value;
}

/// Runs `work` on a thread of the pool; the awaiting thread goes on meanwhile.
template<typename Work, typename T = std::invoke_result_t<Work>>
QCoro::Task<T> onPool(QThreadPool *pool, Work work)
{
    const RemoteCompletion<T> done;
    pool->start([work = std::move(work), done]() mutable { done.finish(work()); });
    T value = co_await done;
    co_return value;
}

/**
 * Runs `step(item)`, a coroutine with a Result<void>, for each item in order, `atOnce` at a time.
 * After a failure no further step is begun. All steps that were begun are awaited, so that the
 * objects they use may be destroyed afterwards. Answers the first failure.
 */
template<typename Item, typename Step>
QCoro::Task<Result<void>> pipelined(QList<Item> items, int atOnce, Step step)
{
    std::deque<QCoro::Task<Result<void>>> running;
    Result<void> outcome;
    for (qsizetype next = 0; next < items.size() || !running.empty();) {
        const bool isFull = running.size() >= size_t(atOnce);
        if (outcome && !isFull && next < items.size()) {
            running.push_back(step(items.at(next++)));
            continue;
        }
        if (running.empty())
            break;
        QCoro::Task<Result<void>> oldest = std::move(running.front());
        running.pop_front();
        const Result<void> done = co_await oldest;
        if (!done && outcome)
            outcome = done;
    }
    co_return outcome;
}

/**
 * The same for items that come one by one: `next()` is a coroutine with a Result<std::optional<Item>>, nothing after the
 * last one. The steps that run go on while it is awaited.
 */
template<typename Next, typename Step>
QCoro::Task<Result<void>> pipelinedFrom(Next next, int atOnce, Step step)
{
    std::deque<QCoro::Task<Result<void>>> running;
    Result<void> outcome;
    bool isOver = false;
    while (!isOver || !running.empty()) {
        if (!isOver && running.size() < size_t(atOnce)) {
            const auto item = co_await next();
            isOver = !item || !*item;
            if (!item && outcome)
                outcome = item.error();
            if (!isOver)
                running.push_back(step(**item));
            continue;
        }
        QCoro::Task<Result<void>> oldest = std::move(running.front());
        running.pop_front();
        const Result<void> done = co_await oldest;
        if (!done && outcome)
            outcome = done;
        isOver = isOver || !outcome;
    }
    co_return outcome;
}

} // namespace Async
