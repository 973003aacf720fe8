// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/error.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>

namespace Sync {

/** The waiting times between an account's attempts; the configuration's `sync.*` keys. */
struct RetryPolicy {
    using milliseconds = std::chrono::milliseconds;

    milliseconds quickRetry{ 2000 };      ///< after a first failure while still `active`
    milliseconds errorAfter{ 300'000 };   ///< after failing for this time the status is `error`
    milliseconds retryMin{ 30'000 };      ///< network trouble: doubles from here ..
    milliseconds retryMax{ 900'000 };     ///< .. up to here
    milliseconds authRetryMin{ 300'000 }; ///< refused login: x1, x3, x12 ..
    milliseconds authRetryMax = std::chrono::hours(6); ///< .. then this
    milliseconds authGiveUp =
        std::chrono::hours(72); ///< after this time of refused logins: no more attempts
};

/**
 * The results of an account's connection attempts. They decide `status`, `errorCode` and the time of
 * the next attempt. Pure: the next state depends only on the old state, a failure or success, and the
 * time.
 *
 * active -> error at once for a refused login, for other trouble after 3 failures in a row or 5
 * minutes; error -> active with the first success. Refused logins are tried again after 5, 15, 60
 * min, then every 6 h, and after 3 days no more until the account is changed, because servers lock
 * people out.
 */
struct Health {
    bool isError = false; ///< status `error`; `disabled` is not decided here
    QByteArray errorCode; ///< as in the API; empty: none
    QString errorMessage;
    int failures = 0;          ///< in a row
    qint64 failingSinceMs = 0; ///< first failure of the row
    int authFailures = 0;      ///< refused logins in a row
    qint64 authFailingSinceMs = 0;

    bool operator==(const Health &) const = default;
};

/// The API's errorCode for the error of an attempt.
QByteArray errorCodeOf(Error::Code code);

struct Verdict {
    Health health;
    /// How long to wait before the next try, without jitter; absent: not before a change.
    std::optional<std::chrono::milliseconds> retryAfter;
};

Verdict afterFailure(Health before, const Error &error, qint64 nowMs, const RetryPolicy &policy);

/**
 * How long an account waits when the service starts. There is no wait, also in status `error`. Only
 * after a refused login the account waits a little, so that a service that restarts repeatedly does not
 * cause the mail server to lock the mailbox. `nextAttemptAtMs`: the earlier result of afterFailure();
 * 0: no more attempts.
 */
std::chrono::milliseconds waitAtStart(const Health &health, qint64 nextAttemptAtMs, qint64 nowMs,
                                      const RetryPolicy &policy);

/**
 * The minimum wait before a new connection if the last `shortLived` connections were successful but the
 * server closed them soon. Without it, such a server would get a new connection every two seconds
 * without end.
 */
std::chrono::milliseconds waitAfterShortLife(int shortLived, const RetryPolicy &policy);

/// How long an account waits before it uses the database again, without jitter. `tries`: the number of
/// attempts in a row that failed before.
std::chrono::milliseconds waitForStorage(int tries);

} // namespace Sync
