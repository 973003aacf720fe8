// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/queue/pushqueue.h"

#include <chrono>

namespace Push {

/** The waiting times between the attempts to deliver a message. */
struct RetryPolicy {
    using seconds = std::chrono::seconds;

    /// The waits between the attempts. The last one is repeated until the notice is too old.
    QList<seconds> waits = { seconds(5), seconds(30), seconds(120), seconds(600) };
    seconds longestPause =
        std::chrono::hours(1); ///< limit for the pause that a push service requests
    std::chrono::milliseconds longestWait() const; ///< of a job or a pause

    seconds giveUpAfter = std::chrono::hours(
        120); ///< after only failures for this time: the subscription is not used any more
};

/** The outcome of a message that was sent to a push service. */
struct Answer {
    int status = 0;           ///< of HTTP; 0: there was no answer
    bool isRefused = false;   ///< not sent: connections to this address are not allowed
    qint64 retryAfterMs = -1; ///< the wait that the service requested; -1: none

    friend bool operator==(const Answer &, const Answer &) = default;
};

/** The next step after an answer. */
struct Outcome {
    enum class What {
        Ended, ///< delivered, or never to be
        Again, ///< at `atMs`
        Gone,  ///< the subscription does not exist any more
    };
    What what = What::Ended;
    Store::PushJob job; ///< as it is now, with its subscription
    qint64 atMs = 0;
    qint64 pauseUntilMs = 0; ///< no messages to this push service until then; 0: no pause

    friend bool operator==(const Outcome &, const Outcome &) = default;
};

/// Evaluates an answer. Pure. RFC 8030 5, 7 and 8 define the answers.
Outcome afterTry(Store::PushJob job, const Answer &answer, const RetryPolicy &policy, qint64 nowMs);

/// Whether the message reached the push service.
bool isDelivered(const Answer &answer);
/// Whether the push service says that the endpoint no longer exists.
bool isGone(const Answer &answer);

/// The state of a subscription after an attempt that is not repeated, such as a test.
Store::PushSubscription noted(Store::PushSubscription to, const Answer &answer,
                              const RetryPolicy &policy, qint64 now);

} // namespace Push
