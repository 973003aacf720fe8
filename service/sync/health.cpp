// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/health.h"

#include <algorithm>

using namespace std::chrono;
using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr int failuresBeforeError = 3;
constexpr milliseconds timeBeforeError = 5min;
constexpr milliseconds giveUpOnLogins = 72h;
constexpr milliseconds authRetrySlow = 6h;

std::optional<milliseconds> retryAfterRefusal(const Health &health, qint64 nowMs,
                                              const RetryPolicy &policy)
{
    if (nowMs - health.authFailingSinceMs >= giveUpOnLogins.count())
        return std::nullopt;
    switch (health.authFailures) {
    case 1:
        return policy.authRetryMin;
    case 2:
        return policy.authRetryMin * 3;
    case 3:
        return policy.authRetryMin * 12;
    default:
        return std::max<milliseconds>(authRetrySlow, policy.authRetryMin);
    }
}

milliseconds retryAfterTrouble(const Health &health, const RetryPolicy &policy)
{
    if (!health.isError) // a single cut connection is repaired before anybody notices
        return std::min<milliseconds>(policy.quickRetry * (health.failures * health.failures),
                                      policy.retryMin);
    const int doublings = std::clamp(health.failures - failuresBeforeError, 0, 20);
    return std::min<milliseconds>(policy.retryMin * (1LL << doublings), policy.retryMax);
}

} // namespace

QByteArray errorCodeOf(Error::Code code)
{
    switch (code) {
    case Error::Code::Unauthorized:
        return "auth_failed";
    case Error::Code::Unreachable:
        return "connect_failed";
    case Error::Code::Tls:
        return "tls_failed";
    case Error::Code::Certificate:
        return "certificate_invalid";
    case Error::Code::Timeout:
        return "timeout";
    case Error::Code::StorageFull:
        return "storage_full";
    case Error::Code::SecretUnreadable:
        return "secret_unreadable";
    default:
        return "server_error";
    }
}

Verdict afterFailure(Health health, const Error &error, qint64 nowMs, const RetryPolicy &policy)
{
    if (health.failures++ == 0)
        health.failingSinceMs = nowMs;
    health.errorCode = errorCodeOf(error.code);
    health.errorMessage = error.message;
    if (error.code == Error::Code::Unauthorized) {
        if (health.authFailures++ == 0)
            health.authFailingSinceMs = nowMs;
        health.isError = true;
        return { health, retryAfterRefusal(health, nowMs, policy) };
    }
    const bool lasts = health.failures >= failuresBeforeError
        || nowMs - health.failingSinceMs >= timeBeforeError.count();
    // What only a person can mend is shown at once.
    const bool isFinal = error.code == Error::Code::Certificate
        || error.code == Error::Code::SecretUnreadable || error.code == Error::Code::StorageFull;
    health.isError = health.isError || lasts || isFinal;
    return { health, retryAfterTrouble(health, policy) };
}

} // namespace Sync
