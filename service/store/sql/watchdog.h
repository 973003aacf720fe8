// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/timelimits.h"
#include "store/sql/watch.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace Store {

/**
 * A thread that shuts down connections whose server does not answer: libpq would wait for it
 * forever. It must outlive the use of the watches. Sleeps while no statement waits. Any thread.
 */
class Watchdog
{
public:
    explicit Watchdog(std::chrono::milliseconds interval = std::chrono::milliseconds(200),
                      std::chrono::milliseconds silent = TimeLimits::probe);
    ~Watchdog();
    Watchdog(const Watchdog &) = delete;
    Watchdog &operator=(const Watchdog &) = delete;

    /// Creates a watch with this limit, see Watch.
    std::shared_ptr<Watch> watch(std::chrono::milliseconds limit);

    void wake(); ///< a statement has begun; costs one read if others are running

    /// The server has not answered a SELECT 1 in time, so no other statement can be expected to be
    /// answered: each is ended after the time `silent`.
    void setSilent(bool isSilent) { m_isSilent = isSilent; }
    bool isSilent() const { return m_isSilent; }

    /// After `wait`, no statement waits longer than half a second. Only the first call has an
    /// effect.
    void stopIn(std::chrono::milliseconds wait);
    bool isStopping() const; ///< stopIn() was called
    bool isOver() const;     ///< and its time is over

private:
    using Clock = std::chrono::steady_clock;

    void run();
    bool isIdle() const;

    const std::chrono::milliseconds m_interval;
    const std::chrono::milliseconds m_silent;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::shared_ptr<Watch>> m_watches;
    std::optional<Clock::time_point> m_stopAt;
    std::atomic<bool> m_isAsleep = false;
    std::atomic<bool> m_isSilent = false;
    bool m_hasEnded = false;
    std::thread m_thread; ///< the last: it uses all above
};

} // namespace Store
