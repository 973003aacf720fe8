// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QHash>

namespace Http {

struct Limits;
struct Route;

/**
 * Token buckets: one for each user, and one for each user at a route that has a limit of its own
 * (some routes share theirs, see RouteRate).
 * A bucket holds as many calls as may come at once and fills up steadily. http thread only.
 */
class RateLimiter
{
public:
    explicit RateLimiter(const Limits &limits) : m_limits(limits) { }

    /// 0: the call is allowed. Otherwise the number of seconds to wait; the call is then not
    /// counted.
    int waitSeconds(qint64 userId, const Route &route, QByteArrayView query, qint64 nowMs);

private:
    struct Bucket {
        double calls = 0; ///< left
        qint64 atMs = 0;  ///< when `calls` was computed
        double capacity = 0;
        double perMs = 0;

        void fillUp(qint64 nowMs);
    };
    using Key = std::pair<qint64, QByteArray>; ///< the name is empty for all calls of the user

    Bucket &bucket(const Key &key, double capacity, double perMs, qint64 nowMs);
    void forgetFullOnes(qint64 nowMs);

    const Limits &m_limits;
    QHash<Key, Bucket> m_buckets;
    qsizetype m_cleanAt = 1024; ///< number of buckets at which full ones are thrown out
};

} // namespace Http
