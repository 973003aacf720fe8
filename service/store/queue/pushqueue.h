// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailrow.h"
#include "store/queue/pushsubscriptions.h"

#include <functional>

namespace Store {

/**
 * The queue of notices of new mail for browsers. A notice is written in the transaction that stores
 * the mails. The delivery creates one job for each browser that has to receive it, leases jobs for
 * a limited time (after a crash they are due again), and ends them.
 */

/// To be called in the transaction of these new mails, of one account: queues a notice of the
/// unread mails. Writes nothing if the account has notices disabled, or there are no subscriptions.
Result<void> notePushes(Session &session, qint64 accountId, const QList<MailRow> &mails);

/** The notice of new mail that is sent to browsers. */
struct PushNotice {
    qint64 id = 0;
    qint64 accountId = 0;
    QString accountEmail;
    qint64 mailCount = 0;
    qint64 mailId = 0; ///< the newest; 0: it is deleted
    QString from;      ///< of the newest, as the next two
    QString fromName;
    QString subject;
    qint64 createdAt = 0;

    friend bool operator==(const PushNotice &, const PushNotice &) = default;
};

/** One notice for one browser. */
struct PushJob {
    qint64 id = 0;
    qint64 attempts = 0;    ///< with this one
    bool isMinimal = false; ///< the full notice was too large
    PushSubscription to;
    PushNotice notice;

    friend bool operator==(const PushJob &, const PushJob &) = default;
};

/** The pending work of the push queue. */
struct PushWork {
    bool hasNotices = false;       ///< notices without jobs
    std::optional<qint64> dueAtMs; ///< when the next job is due; may be in the past
    qint64 lastMs = 0;             ///< latest due time among the next jobs of all browsers

    friend bool operator==(const PushWork &, const PushWork &) = default;
};

/// For subscriptions made with our public key `vapidKey`, as in the functions below.
Result<PushWork> pushWork(Session &session, const QByteArray &vapidKey);

/// Creates one job for each new notice and each subscription whose user may see the account.
Result<void> spreadPushNotices(Session &session, const QByteArray &vapidKey);

/// Whether another job of this user may be leased for this push service.
using PushChoice = std::function<bool(qint64 userId, const QByteArray &origin)>;

/**
 * Leases due jobs that `mayTake` accepts until `untilMs`. Takes only the oldest job of each
 * subscription, so that notices arrive in order, and no job of a push service that is paused.
 * `mayTake` is called in the order of the jobs.
 */
Result<QList<PushJob>> claimPushJobs(Session &session, const QByteArray &vapidKey,
                                     const PushChoice &mayTake, qint64 untilMs);

Result<void> endPushJob(Session &session, const PushJob &job);
/// Puts the job off until `atMs`; the notice is then sent in short form if `isMinimal` is set.
Result<void> putOffPushJob(Session &session, const PushJob &job, qint64 atMs);
/// Deletes all jobs of this subscription.
Result<void> dropPushJobs(Session &session, qint64 subscriptionId);
/// Pauses deliveries to the push service of this origin until `untilMs`.
Result<void> pausePushes(Session &session, const QByteArray &origin, qint64 untilMs);

/// Jobs due later than `latestMs` were put off before the clock was set back; they become due now.
Result<void> pullPushJobs(Session &session, qint64 nowMs, qint64 latestMs);

/// Jobs leased until `untilMs` become due now; the lease does not count as an attempt.
Result<void> releasePushJobs(Session &session, qint64 untilMs);

/// Jobs leased by a killed service become due now. Only if no other service uses the database.
Result<void> releasePushJobs(Session &session);

/// Deletes notices made at `before` or earlier with their jobs, and finished notices.
Result<void> prunePushes(Session &session, qint64 before);

} // namespace Store
