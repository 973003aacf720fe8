// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/requesttimes.h"

#include "metrics/textwriter.h"

namespace Metrics {

namespace {

constexpr std::array classNames = { "1xx", "2xx", "3xx", "4xx", "5xx" };

size_t classOf(int status)
{
    constexpr int last = int(classNames.size());
    const int hundreds = status / 100;
    return size_t((hundreds >= 1 && hundreds <= last ? hundreds : last) - 1);
}

/// The histogram in `place`, made at its first use. If two threads make it at once, one of the two is kept.
Histogram &madeIn(std::atomic<Histogram *> &place)
{
    if (Histogram *const there = place.load(std::memory_order_acquire))
        return *there;
    auto *const made = new Histogram;
    Histogram *expected = nullptr;
    if (place.compare_exchange_strong(expected, made, std::memory_order_acq_rel))
        return *made;
    delete made;
    return *expected;
}

} // namespace

RequestTimes::RequestTimes(QByteArray method, QByteArray route)
    : m_method(std::move(method)), m_route(std::move(route))
{
}

RequestTimes::~RequestTimes()
{
    for (const std::atomic<Histogram *> &place : m_classes)
        delete place.load();
}

void RequestTimes::observe(int status, Histogram::Nanoseconds took)
{
    madeIn(m_classes[classOf(status)]).observe(took);
}

void RequestTimes::write(TextWriter &writer, QByteArrayView name) const
{
    for (size_t i = 0; i < m_classes.size(); ++i) {
        const Histogram *const histogram = m_classes[i].load(std::memory_order_acquire);
        if (histogram)
            writer.histogram(
                name, { { "method", m_method }, { "route", m_route }, { "status", classNames[i] } },
                histogram->snapshot());
    }
}

} // namespace Metrics
