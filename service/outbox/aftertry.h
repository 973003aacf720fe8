// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "smtp/submission.h"
#include "store/queue/outboxmail.h"

#include <QList>

#include <chrono>

namespace Outbox {

/** How patient the outbox is. */
struct RetryPolicy {
    using seconds = std::chrono::seconds;

    /// Between the tries; the last one again and again.
    QList<seconds> waits = { seconds(60),   seconds(300),    seconds(900),
                             seconds(3600), seconds(10'800), seconds(21'600) };
    seconds giveUpAfter = std::chrono::hours(24);

    std::chrono::milliseconds longestWait() const; ///< with what chance adds
};

/** When it is, and by how much the next wait differs: 0 .. 1 for -20 % .. +20 %. */
struct Moment {
    qint64 nowMs = 0;
    double chance = 0.5;
};

/**
 * What a mail is after a try: pure. A try that told before the final dot, or after it, that nobody
 * gets the mail is repeated; one that was not answered after the dot never is. Recipients who were
 * taken or refused are not tried again, so a mail that some servers put off goes to those only.
 */
Store::OutboxMail afterTry(Store::OutboxMail mail, const Smtp::Submission &tried,
                           const RetryPolicy &policy, Moment moment);

/// What a mail is that was being sent when the service ended, handed over or not.
Store::OutboxMail afterInterruption(Store::OutboxMail mail, qint64 nowMs);

/// As a person wants it tried again: everybody who has not got it, with all the time again.
Store::OutboxMail asNew(Store::OutboxMail mail, const RetryPolicy &policy, qint64 nowMs);

} // namespace Outbox
