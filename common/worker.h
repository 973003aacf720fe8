// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"

#include <functional>

namespace Async {

/**
 * Runs a coroutine in rounds: one round at a time, again whenever it was woken meanwhile, until it is
 * stopped. Lives on one thread. Whoever owns it awaits stop() before it is destroyed; the last lines of a
 * round may still be on the stack then (QObject::deleteLater()).
 *
 *     Async::Worker m_worker{ [this] { return poll(); } };
 *     ...
 *     m_worker.wake();
 *     co_await m_worker.stop();
 */
class Worker
{
public:
    using Round = std::function<QCoro::Task<void>()>;

    /// `atRest` runs when no further round follows, also after stop(). If wake() is called during it, rounds
    /// follow.
    explicit Worker(Round round, Round atRest = {})
        : m_round(std::move(round)), m_atRest(std::move(atRest))
    {
    }
    Worker(const Worker &) = delete;
    Worker &operator=(const Worker &) = delete;

    /// There may be work: a round runs now, or after the one that runs. Ends a pause.
    void wake();

    /// No further round begins, and a pause ends. Resumes when nothing runs. May be called again.
    QCoro::Task<void> stop();

    /// Waits in a round. True: woken or stopped before the time had passed. `context` owns the timer.
    QCoro::Task<bool> pause(std::chrono::milliseconds time, QObject *context);

    bool isRunning() const { return m_isRunning; }
    bool isWoken() const { return m_isWoken; } ///< another round follows
    bool isStopping() const { return m_isStopping; }

private:
    QCoro::Task<void> run();
    void endPause();

    Round m_round;
    Round m_atRest;
    std::optional<Completion<bool>> m_pause;
    QList<Completion<bool>> m_stopped;
    bool m_isRunning = false;
    bool m_isWoken = false;
    bool m_isStopping = false;
};

} // namespace Async
