// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/queue/pushqueue.h"

#include <chrono>

namespace Push {

/** How patient the delivery is. */
struct RetryPolicy {
    using seconds = std::chrono::seconds;

    /// Between the tries; the last one again and again, while the notice is worth telling.
    QList<seconds> waits = { seconds(5), seconds(30), seconds(120), seconds(600) };
    seconds longestPause = std::chrono::hours(1);  ///< whatever a push service wishes
    std::chrono::milliseconds longestWait() const; ///< of a job or a pause

    seconds giveUpAfter = std::chrono::hours(120); ///< of only failures: the browser is left alone
};

/** The outcome of a message that was sent to a push service. */
struct Answer {
    int status = 0;           ///< of HTTP; 0: there was no answer
    bool isRefused = false;   ///< not sent at all: the address is one that we do not talk to
    qint64 retryAfterMs = -1; ///< what the service asked for; -1: nothing

    friend bool operator==(const Answer &, const Answer &) = default;
};

/** What follows from it. */
struct Outcome {
    enum class What {
        Ended, ///< delivered, or never to be
        Again, ///< at `atMs`
        Gone,  ///< the subscription does not exist any more
    };
    What what = What::Ended;
    Store::PushJob job; ///< as it is now, with its subscription
    qint64 atMs = 0;
    qint64 pauseUntilMs = 0; ///< nothing for this push service until then; 0: no pause

    friend bool operator==(const Outcome &, const Outcome &) = default;
};

/// Pure. RFC 8030 5, 7 and 8 say what the answers mean.
Outcome afterTry(Store::PushJob job, const Answer &answer, const RetryPolicy &policy, qint64 nowMs);

/// Whether the message reached the push service.
bool isDelivered(const Answer &answer);
/// Whether the push service says that nobody will ever get this endpoint's messages.
bool isGone(const Answer &answer);

/// A subscription after a try of which nothing is repeated, such as a test.
Store::PushSubscription noted(Store::PushSubscription to, const Answer &answer,
                              const RetryPolicy &policy, qint64 now);

} // namespace Push
