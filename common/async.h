// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractEventDispatcher>
#include <QCoroTask>
#include <QThread>
#include <QThreadPool>
#include <QTimer>

#include <chrono>
#include <coroutine>
#include <memory>
#include <optional>

/**
 * What our coroutines wait for. QCoro gives the task type; these replace its waits on futures and
 * signals, which crash or hang when the other side goes away first.
 *
 * The rule for every co_await (g++ 12 miscompiles other forms): it is a statement of its own or
 * initialises a named variable.
 */
namespace Async {

/**
 * A value that one coroutine waits for and somebody else delivers, both on one thread. Copies share
 * the value. The first finish() counts, later ones are ignored; whoever creates one must make sure
 * that it is finished on every path.
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

    /// Finishes with `value` after `delay` unless somebody was quicker. `context` owns the timer.
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
 * Runs `work` elsewhere and gives its value here. `start(job)` hands a job to the other side and
 * says whether it will run; where it will not, the answer is `refused`.
 */
template<typename T, typename Start, typename Work>
QCoro::Task<T> elsewhere(Start start, Work work, T refused)
{
    Completion<T> done;
    const Home home;
    const bool accepted = start([work = std::move(work), done, home]() mutable {
        // Shared, because the functor of a queued call is copied.
        auto value = std::make_shared<T>(work());
        home.post([done, value] { done.finish(std::move(*value)); });
    });
    if (!accepted)
        co_return refused;
    T value = co_await done;
    co_return value;
}

/// Runs `work` on a thread of the pool; the awaiting thread goes on meanwhile.
template<typename Work, typename T = std::invoke_result_t<Work>>
QCoro::Task<T> onPool(QThreadPool *pool, Work work)
{
    Completion<T> done;
    const Home home;
    pool->start([work = std::move(work), done, home]() mutable {
        auto value = std::make_shared<T>(work());
        home.post([done, value] { done.finish(std::move(*value)); });
    });
    T value = co_await done;
    co_return value;
}

} // namespace Async
