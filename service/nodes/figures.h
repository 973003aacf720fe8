// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/counter.h"
#include "metrics/histogram.h"

#include <atomic>
#include <chrono>

namespace Nodes {

/** What this node found in the database and did since its start, for health checks and metrics. Any thread. */
struct Figures {
    using Clock = std::chrono::steady_clock;

    Metrics::Gauge known;    ///< nodes in the table, with those that were lost within the last hour
    Metrics::Gauge alive;    ///< of these, without those that are being stopped
    Metrics::Gauge accounts; ///< to be synchronised, by all nodes together
    Metrics::Gauge share;    ///< of their weight, for this node
    Metrics::Gauge leases;   ///< that this node has
    Metrics::Gauge weight;   ///< of these
    Metrics::Counter taken;  ///< leases
    Metrics::Counter givenBack;
    Metrics::Counter requestsSent; ///< to the nodes of other accounts
    Metrics::Counter requestsServed;
    Metrics::Histogram looks; ///< each look into the database that succeeded

    /// A heartbeat was stored that is at most `age` old.
    void noteBeat(std::chrono::nanoseconds age)
    {
        m_beatAt = Clock::now().time_since_epoch() - age;
    }
    /// Since the last heartbeat; before the first one, since the start.
    std::chrono::milliseconds sinceBeat() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()
                                                                     - m_beatAt.load());
    }

private:
    std::atomic<Clock::duration> m_beatAt = Clock::now().time_since_epoch();
};

} // namespace Nodes
