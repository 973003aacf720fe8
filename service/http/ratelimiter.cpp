// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/ratelimiter.h"

#include "http/limits.h"
#include "http/router.h"

#include <algorithm>
#include <cmath>

namespace Http {

void RateLimiter::Bucket::fillUp(qint64 nowMs)
{
    calls = std::min(capacity, calls + double(nowMs - atMs) * perMs);
    atMs = nowMs;
}

int RateLimiter::waitSeconds(qint64 userId, const Route &route, QByteArrayView query, qint64 nowMs)
{
    // Before both buckets are made: full buckets are thrown out, and a new one is full.
    if (m_buckets.size() >= m_cleanAt)
        forgetFullOnes(nowMs);
    Bucket *taken[2] = {};
    if (m_limits.userRequestsPerSecond > 0) {
        const double perSecond = m_limits.userRequestsPerSecond;
        const double burst = std::max<double>(m_limits.userBurst, 1);
        taken[0] = &bucket({ userId, QByteArray() }, burst, perSecond / 1000, nowMs);
    }
    // Inserting the second bucket may move the first one in memory; its pointer is then renewed.
    const bool hasUser = taken[0] != nullptr;
    const bool isCounted = !route.rate.isCounted || route.rate.isCounted(query);
    if (route.rate.calls > 0 && isCounted) {
        const double perMs = route.rate.calls / (route.rate.perSeconds * 1000.0);
        taken[1] = &bucket({ userId, route.rate.bucket }, route.rate.calls, perMs, nowMs);
        if (hasUser)
            taken[0] = &m_buckets[{ userId, QByteArray() }];
    }
    for (const Bucket *const one : taken) {
        if (one && one->calls < 1)
            return std::max(1, int(std::ceil((1 - one->calls) / one->perMs / 1000)));
    }
    for (Bucket *const one : taken) {
        if (one)
            one->calls -= 1;
    }
    return 0;
}

RateLimiter::Bucket &RateLimiter::bucket(const Key &key, double capacity, double perMs,
                                         qint64 nowMs)
{
    const auto it = m_buckets.find(key);
    if (it == m_buckets.end())
        return m_buckets.insert(key, { capacity, nowMs, capacity, perMs }).value();
    it->fillUp(nowMs);
    return *it;
}

void RateLimiter::forgetFullOnes(qint64 nowMs)
{
    m_buckets.removeIf([nowMs](auto it) {
        it->fillUp(nowMs);
        return it->calls >= it->capacity;
    });
    m_cleanAt = std::max<qsizetype>(1024, 2 * m_buckets.size());
}

} // namespace Http
