// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/histogram.h"

#include <algorithm>

namespace Metrics {

void Histogram::observe(Nanoseconds took) noexcept
{
    const Nanoseconds time = std::max(took, Nanoseconds(0));
    const double seconds = std::chrono::duration<double>(time).count();
    // A time that equals a bound belongs to the bucket of that bound.
    const auto bucket = std::lower_bound(bounds.begin(), bounds.end(), seconds) - bounds.begin();
    m_counts[size_t(bucket)].add();
    m_nanoseconds.add(quint64(time.count()));
}

Histogram::Snapshot Histogram::snapshot() const noexcept
{
    Snapshot snapshot;
    quint64 all = 0;
    for (size_t i = 0; i < buckets; ++i) {
        all += m_counts[i].value();
        snapshot.upTo[i] = all;
    }
    snapshot.sumSeconds = double(m_nanoseconds.value()) / 1e9;
    return snapshot;
}

} // namespace Metrics
