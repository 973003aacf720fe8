// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpcall.h"
#include "store/events/webhook.h"

#include <chrono>

/** What a try means. Pure: no clock, no random numbers. */
namespace Webhooks {

/** Settings of the configuration (`webhooks.*`). */
struct RetryPolicy {
    /// After the first try, the second, ..; as many further tries there are.
    QList<std::chrono::seconds> waits = {
        std::chrono::seconds(5), std::chrono::minutes(5), std::chrono::minutes(30),
        std::chrono::hours(2),   std::chrono::hours(5),   std::chrono::hours(10),
    };
    std::chrono::seconds disableAfter = std::chrono::days(5); ///< of failures only
    std::chrono::seconds longestRetryAfter = std::chrono::hours(24);
    std::chrono::seconds longestPause = std::chrono::minutes(1); ///< for one that is away

    std::chrono::milliseconds longestWait() const; ///< with what chance adds, without Retry-After
};

struct Moment {
    qint64 nowMs = 0;
    double random = 0.5; ///< [0, 1)
};

/** The outcome of one try. */
struct AfterTry {
    enum class End { Delivered, Retried, Failed };
    End end = End::Delivered;
    int status = 0;                      ///< 0: no answer
    std::optional<QString> errorMessage; ///< nothing: delivered
    qint64 retryAtMs = 0;
    qint64 pauseUntilMs = 0; ///< until then the webhook's other calls wait too; 0: they do not
    bool isGone = false;     ///< the receiver wants no calls ever

    friend bool operator==(const AfterTry &, const AfterTry &) = default;
};

/// `attempts` counts this one. Cancelled is no try: not to be asked for.
AfterTry afterTry(const Result<Net::HttpAnswer> &answer, int attempts, const RetryPolicy &policy,
                  Moment moment);

/// The webhook as it is after that; seconds.
Store::Webhook afterTry(Store::Webhook webhook, const AfterTry &tried, const RetryPolicy &policy,
                        qint64 now);

/// `HTTP 500: what it said`, for people.
QString statusText(const Net::HttpAnswer &answer);

} // namespace Webhooks
