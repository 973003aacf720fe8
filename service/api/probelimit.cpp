// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/probelimit.h"

#include "api/failure.h"
#include "crypto/digest.h"
#include "store/nodes/ratecounts.h"

namespace Api {

namespace {

constexpr std::chrono::seconds minute{ 60 };

QByteArray keyOf(const QByteArray &bucket, qint64 userId)
{
    return Crypto::sha256(bucket + ' ' + QByteArray::number(userId));
}

} // namespace

Http::Route ProbeLimit::limited(const QByteArray &bucket, Http::Route route) const
{
    route.rate.calls = m_callsPerMinute;
    route.rate.perSeconds = int(minute.count());
    route.rate.bucket = bucket;
    if (m_callsPerMinute <= 0 || !m_database.isShared())
        return route;
    Http::Route counted = route;
    counted.handler = [this, route](const Http::Request &request, const Http::Reply &reply) {
        call(route, request, reply);
    };
    return counted;
}

QCoro::Task<> ProbeLimit::call(Http::Route route, Http::Request request, Http::Reply reply) const
{
    const Http::RouteRate &rate = route.rate;
    if (!rate.isCounted || rate.isCounted(request.query)) {
        auto work = [key = keyOf(rate.bucket, request.userId()),
                     calls = m_callsPerMinute](Store::Session &session) {
            return Store::countCall(session, key, { .calls = calls, .span = minute });
        };
        const Result<std::chrono::milliseconds> wait =
            co_await m_database.coordinating(std::move(work));
        if (!wait) {
            reply.fail(storageFailure(wait.error()));
            co_return;
        }
        if (wait->count() > 0) {
            const auto seconds = std::chrono::ceil<std::chrono::seconds>(*wait).count();
            reply.fail({ .error = ApiError::RateLimited, .retryAfterSeconds = int(seconds) });
            co_return;
        }
    }
    route.handler(request, reply);
}

} // namespace Api
