// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <atomic>

namespace Metrics {

/**
 * A number that only rises, from 0 at the start of the process. Any thread, without a lock: adding
 * costs one atomic instruction. Numbers that belong together may be read a moment apart.
 */
class Counter
{
public:
    void add(quint64 count = 1) noexcept { m_value.fetch_add(count, std::memory_order_relaxed); }
    quint64 value() const noexcept { return m_value.load(std::memory_order_relaxed); }

private:
    std::atomic<quint64> m_value = 0;
};

/** A number that rises and falls. Any thread, without a lock. */
class Gauge
{
public:
    void set(qint64 value) noexcept { m_value.store(value, std::memory_order_relaxed); }
    qint64 value() const noexcept { return m_value.load(std::memory_order_relaxed); }

private:
    std::atomic<qint64> m_value = 0;
};

} // namespace Metrics
