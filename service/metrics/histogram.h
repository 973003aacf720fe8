// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/counter.h"

#include <array>
#include <chrono>

namespace Metrics {

/**
 * How long something took, in buckets from half a millisecond to 10 s. Any thread, without a lock:
 * observe() costs three comparisons or four and two atomic instructions.
 */
class Histogram
{
public:
    using Nanoseconds = std::chrono::nanoseconds;

    /// Upper bounds of the buckets, in seconds; the last bucket, `+Inf`, has none. The limits of the
    /// REST interface (100 ms for a list, 1 s for a search) are among them.
    static constexpr std::array bounds = { 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                           0.1,    0.25,  0.5,    1.0,   2.5,  5.0,   10.0 };
    static constexpr size_t buckets = bounds.size() + 1;

    void observe(Nanoseconds took) noexcept;

    /** The state at one moment, with the buckets added up as Prometheus has them. */
    struct Snapshot {
        std::array<quint64, buckets>
            upTo = {}; ///< observations of at most each bound; the last: all
        double sumSeconds = 0;

        quint64 count() const { return upTo.back(); }
    };
    /// Its numbers are consistent, except for the sum, which may lack an observation in progress.
    Snapshot snapshot() const noexcept;

private:
    std::array<Counter, buckets> m_counts; ///< of each bucket alone
    Counter m_nanoseconds;
};

} // namespace Metrics
