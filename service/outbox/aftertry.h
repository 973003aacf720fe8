// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "smtp/submission.h"
#include "store/queue/outboxmail.h"

#include <QList>

#include <chrono>

namespace Outbox {

/** The waiting times between the attempts to send a mail. */
struct RetryPolicy {
    using seconds = std::chrono::seconds;

    /// The waits between the attempts. The last one is repeated.
    QList<seconds> waits = { seconds(60),   seconds(300),    seconds(900),
                             seconds(3600), seconds(10'800), seconds(21'600) };
    seconds giveUpAfter = std::chrono::hours(24);

    std::chrono::milliseconds longestWait() const; ///< including the random part
};

/** The current time, and a random number for the next wait: 0 .. 1 means -20 % .. +20 %. */
struct Moment {
    qint64 nowMs = 0;
    double chance = 0.5;
};

/**
 * The state of a mail after an attempt. Pure. The attempt is repeated if the server's answer, before or
 * after the final dot, says that no recipient gets the mail. It is never repeated if the final dot was
 * not answered. Accepted or refused recipients are not tried again: a repeated mail goes only to the
 * recipients that were deferred.
 */
Store::OutboxMail afterTry(Store::OutboxMail mail, const Smtp::Submission &tried,
                           const RetryPolicy &policy, Moment moment);

/// The state of a mail that was being sent when the service ended, handed over or not.
Store::OutboxMail afterInterruption(Store::OutboxMail mail, qint64 nowMs);

/// A user requested a new attempt: all recipients that do not have the mail, with the full time again.
Store::OutboxMail asNew(Store::OutboxMail mail, const RetryPolicy &policy, qint64 nowMs);

} // namespace Outbox
