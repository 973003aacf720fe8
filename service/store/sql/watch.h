// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace Store {

class Watchdog;

/**
 * The running statements of one connection and their waiting time. The connection's thread reports
 * when a statement begins and ends; check(), called on the watchdog's thread, shuts the socket down
 * after the time limit, so that the statement fails.
 *
 * It has its own descriptor for the socket: libpq may close its descriptor at any moment, and the
 * number may then belong to another file.
 */
class Watch
{
public:
    using Milliseconds = std::chrono::milliseconds;

    /// `limit`: for one statement, or for all statements of a job that a request waits for.
    /// `watchdog`: calls check() from the next statement on; it must outlive the use of the watch.
    explicit Watch(Milliseconds limit, Watchdog *watchdog = nullptr)
        : m_watchdog(watchdog), m_normal(limit), m_limit(limit)
    {
    }
    ~Watch() { detach(); }
    Watch(const Watch &) = delete;
    Watch &operator=(const Watch &) = delete;

    // On the connection's thread:
    void attach(int socket); ///< a new connection; negative: one that cannot be watched
    void detach();           ///< before the connection is closed
    void beginJob(bool isWaitedFor);
    void begin();
    void end();
    void setLimit(Milliseconds limit) { m_limit = limit; }
    void resetLimit() { m_limit = m_normal; }
    /// Whether the current job has used up its time. Only for a job that a request waits for.
    bool isOutOfTime() const;
    /// The longest wait for an answer in the current job.
    Milliseconds longestWait() const { return m_longest; }

    // On any thread:
    bool wasCut() const { return m_wasCut; } ///< since attach()
    bool isAttached() const { return m_isAttached; }
    bool isWaiting() const { return m_begunAt != 0; } ///< for the answer to a statement
    Milliseconds waiting() const; ///< for the answer to the present statement; 0: there is none
    /// Shuts the socket down if the limit, or `atMost` if that is less, has passed.
    void check(Milliseconds atMost = Milliseconds::max());

private:
    static std::int64_t nowMs();

    Watchdog *const m_watchdog;
    const Milliseconds m_normal;
    std::atomic<Milliseconds> m_limit;
    std::atomic<bool> m_isAttached = false;
    std::atomic<bool> m_wasCut = false;
    std::atomic<std::int64_t> m_begunAt = 0; ///< 0: no statement waits
    std::atomic<std::int64_t> m_before =
        0; ///< what the job's earlier statements took, if it counts
    bool m_isWaitedFor = false;
    Milliseconds m_longest{ 0 };
    std::mutex m_mutex; ///< protects the descriptor
    int m_descriptor = -1;
};

/** Marks a statement as waiting for its answer while this object exists. */
class Awaiting
{
public:
    explicit Awaiting(Watch *watch) : m_watch(watch)
    {
        if (m_watch)
            m_watch->begin();
    }
    ~Awaiting()
    {
        if (m_watch)
            m_watch->end();
    }
    Awaiting(const Awaiting &) = delete;
    Awaiting &operator=(const Awaiting &) = delete;

private:
    Watch *const m_watch;
};

} // namespace Store
