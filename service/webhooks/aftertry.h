// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpcall.h"
#include "store/events/webhook.h"

#include <chrono>

/** Evaluates the result of a call attempt. Pure: no clock, no random numbers. */
namespace Webhooks {

/** Settings of the configuration (`webhooks.*`). */
struct RetryPolicy {
    /// The waits after the first attempt, the second, .. The length is the number of further attempts.
    QList<std::chrono::seconds> waits = {
        std::chrono::seconds(5), std::chrono::minutes(5), std::chrono::minutes(30),
        std::chrono::hours(2),   std::chrono::hours(5),   std::chrono::hours(10),
    };
    std::chrono::seconds disableAfter = std::chrono::days(5); ///< after only failures for this time
    std::chrono::seconds longestRetryAfter = std::chrono::hours(24);
    std::chrono::seconds longestPause =
        std::chrono::minutes(1); ///< for a receiver that cannot be reached

    std::chrono::milliseconds
    longestWait() const; ///< including the random part, without Retry-After
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
    qint64 pauseUntilMs = 0; ///< the webhook's other calls wait until then; 0: no wait
    bool isGone = false;     ///< the receiver asked for no more calls at all

    friend bool operator==(const AfterTry &, const AfterTry &) = default;
};

/// `attempts` includes this attempt. Do not call it for Cancelled, which is not an attempt.
AfterTry afterTry(const Result<Net::HttpAnswer> &answer, int attempts, const RetryPolicy &policy,
                  Moment moment);

/// The webhook's state after the attempt; seconds.
Store::Webhook afterTry(Store::Webhook webhook, const AfterTry &tried, const RetryPolicy &policy,
                        qint64 now);

/// `HTTP 500: text of the answer`, for users.
QString statusText(const Net::HttpAnswer &answer);

} // namespace Webhooks
