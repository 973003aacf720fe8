// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/health.h"

#include <algorithm>

using namespace std::chrono;
using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr int failuresBeforeError = 3;

// `time`, doubled `times` times, at most `longest`.
milliseconds doubled(milliseconds time, int times, milliseconds longest)
{
    return std::min<milliseconds>(time * (1LL << std::clamp(times, 0, 20)), longest);
}

std::optional<milliseconds> retryAfterRefusal(const Health &health, qint64 nowMs,
                                              const RetryPolicy &policy)
{
    if (nowMs - health.authFailingSinceMs >= policy.authGiveUp.count())
        return std::nullopt;
    switch (health.authFailures) {
    case 1:
        return policy.authRetryMin;
    case 2:
        return policy.authRetryMin * 3;
    case 3:
        return policy.authRetryMin * 12;
    default:
        return std::max(policy.authRetryMax, policy.authRetryMin);
    }
}

milliseconds retryAfterTrouble(const Health &health, const RetryPolicy &policy)
{
    if (!health.isError) // a single lost connection is replaced quickly
        return std::min<milliseconds>(policy.quickRetry * (health.failures * health.failures),
                                      policy.retryMin);
    return doubled(policy.retryMin, health.failures - failuresBeforeError, policy.retryMax);
}

/// Errors on our side that only a user can correct.
bool isForAPerson(Error::Code code)
{
    return code == Error::Code::SecretUnreadable || code == Error::Code::SecretMissing
        || code == Error::Code::SecretLocked || code == Error::Code::StorageFull;
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
    case Error::Code::SecretMissing:
        return "auth_required";
    case Error::Code::SecretLocked:
        return "secret_locked";
    default:
        return "server_error";
    }
}

Verdict afterFailure(Health health, const Error &error, qint64 nowMs, const RetryPolicy &policy)
{
    if (health.failures++ == 0 || health.failingSinceMs > nowMs) // later: the clock was set back
        health.failingSinceMs = nowMs;
    health.errorCode = errorCodeOf(error.code);
    health.errorMessage = error.message;
    if (error.code == Error::Code::Unauthorized) {
        if (health.authFailures++ == 0 || health.authFailingSinceMs > nowMs)
            health.authFailingSinceMs = nowMs;
        health.isError = true;
        return { health, retryAfterRefusal(health, nowMs, policy) };
    }
    const bool lasts = health.failures >= failuresBeforeError
        || nowMs - health.failingSinceMs >= policy.errorAfter.count();
    // An error that only a user can correct is shown at once.
    const bool isFinal = isForAPerson(error.code);
    health.isError = health.isError || lasts || isFinal;
    return { health, retryAfterTrouble(health, policy) };
}

milliseconds waitAtStart(const Health &health, qint64 nextAttemptAtMs, qint64 nowMs,
                         const RetryPolicy &policy)
{
    if (health.authFailures == 0)
        return 0ms;
    if (nextAttemptAtMs == 0)
        return policy.retryMin;
    return std::clamp<milliseconds>(milliseconds(nextAttemptAtMs - nowMs), 0ms, policy.retryMin);
}

milliseconds waitForStorage(int tries)
{
    return doubled(500ms, tries, 10s);
}

milliseconds waitAfterShortLife(int shortLived, const RetryPolicy &policy)
{
    if (shortLived <= 1) // once may be chance
        return 0ms;
    return doubled(policy.quickRetry, shortLived - 1, policy.retryMax);
}

} // namespace Sync
