// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/error.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>

namespace Sync {

/** How patient an account is; the configuration's `sync.*` keys. */
struct RetryPolicy {
    using milliseconds = std::chrono::milliseconds;

    milliseconds quickRetry{ 2000 };      ///< after a first failure while still `active`
    milliseconds errorAfter{ 300'000 };   ///< failing for so long is an error
    milliseconds retryMin{ 30'000 };      ///< network trouble: doubles from here ..
    milliseconds retryMax{ 900'000 };     ///< .. up to here
    milliseconds authRetryMin{ 300'000 }; ///< refused login: x1, x3, x12 ..
    milliseconds authRetryMax = std::chrono::hours(6); ///< .. then this
    milliseconds authGiveUp = std::chrono::hours(72);  ///< refused for so long: no more tries
};

/**
 * What an account's tries have come to: the part of its state that decides `status`, `errorCode`
 * and when to try again. Pure: a failure or a success and the time go in, the next state comes out.
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

/// The API's errorCode for what a try ended with.
QByteArray errorCodeOf(Error::Code code);

struct Verdict {
    Health health;
    /// How long to wait before the next try, without jitter; absent: not before a change.
    std::optional<std::chrono::milliseconds> retryAfter;
};

Verdict afterFailure(Health before, const Error &error, qint64 nowMs, const RetryPolicy &policy);

/**
 * How long an account waits when the service starts. None, also in `error`; but a refused login is
 * tried a little later, so that a service that is started again and again locks nobody out.
 * `nextAttemptAtMs`: what afterFailure() said before; 0: no more tries.
 */
std::chrono::milliseconds waitAtStart(const Health &health, qint64 nextAttemptAtMs, qint64 nowMs,
                                      const RetryPolicy &policy);

/**
 * The least wait before a new connection where the last ones were good and were `shortLived` times
 * in a row ended by the server within moments: a server that throws us out again and again is not
 * asked every two seconds for ever.
 */
std::chrono::milliseconds waitAfterShortLife(int shortLived, const RetryPolicy &policy);

/// Whether it is our own database that is in trouble: nothing that the mail server has done.
bool isOfStorage(Error::Code code);

/// How long an account waits before it asks the database again, without jitter; `tries` in a row have
/// failed before this one.
std::chrono::milliseconds waitForStorage(int tries);

} // namespace Sync
