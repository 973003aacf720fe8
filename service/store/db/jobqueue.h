// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/job.h"

#include <QtGlobal>

#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace Store {

/**
 * A bounded queue of jobs for database threads, first come first served within a rank. A job runs
 * when no job of a higher rank waits, so requests of users never wait behind an import.
 */
class JobQueue
{
public:
    enum class Rank {
        Now,   ///< a request waits for the result
        Soon,  ///< results of a synchronisation
        Later, ///< indexing, purging
    };

    explicit JobQueue(qsizetype limit) : m_limit(size_t(limit)) { }

    using Clock = std::chrono::steady_clock;
    struct Taken {
        Job job;
        Rank rank = Rank::Now;
        Clock::time_point since; ///< when it was pushed
    };

    bool push(Job job, Rank rank = Rank::Now); ///< false: full or closed, the job is dropped
    std::optional<Taken> take();               ///< waits; nothing once closed and empty
    /// The same; also returns nothing if no job arrived within `atMost`.
    std::optional<Taken> takeWithin(std::chrono::milliseconds atMost);
    void close();        ///< refuses new jobs; take() still returns the old ones
    bool isOver() const; ///< closed and empty
    qsizetype size() const;

private:
    struct Waiting {
        Job job;
        Clock::time_point since;
    };

    bool isEmpty() const;
    std::optional<Taken> first();

    mutable std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::array<std::deque<Waiting>, 3> m_jobs; ///< by rank
    const size_t m_limit;                      ///< of each rank
    bool m_closed = false;
};

} // namespace Store
