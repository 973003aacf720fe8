// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailrow.h"
#include "store/queue/pushsubscriptions.h"

#include <functional>

namespace Store {

/**
 * Notices of new mail on their way to browsers. A notice is written in the transaction that stores
 * the mails; the delivery spreads it to the browsers that are to have it, a job for each, claims
 * jobs for a while (after a crash they are due again), and ends them.
 */

/// In the transaction of these new mails, of one account: those that are unread are to be told of.
/// Writes nothing where the account wants no notices, or nobody listens.
Result<void> notePushes(Session &session, qint64 accountId, const QList<MailRow> &mails);

/** New mail as a browser is told of it. */
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
    bool isMinimal = false; ///< with everything said, it was too large
    PushSubscription to;
    PushNotice notice;

    friend bool operator==(const PushJob &, const PushJob &) = default;
};

/** What there is to do. */
struct PushWork {
    bool hasNotices = false;       ///< to be spread
    std::optional<qint64> dueAtMs; ///< when the next job is due; may be over
    qint64 lastMs = 0;             ///< when the last of those is due that are next of their browser

    friend bool operator==(const PushWork &, const PushWork &) = default;
};

/// For subscriptions that were made with our public key `vapidKey`, as in the following.
Result<PushWork> pushWork(Session &session, const QByteArray &vapidKey);

/// Makes a job of each new notice for each subscription whose user may see the account.
Result<void> spreadPushNotices(Session &session, const QByteArray &vapidKey, bool ownAccountsOnly);

/// Whether one more job of this user, at this push service, may be taken.
using PushChoice = std::function<bool(qint64 userId, const QByteArray &origin)>;

/**
 * Takes jobs that are due, those that the choice takes, and leases them until `untilMs`. Of each
 * subscription only the oldest is ever taken, so that notices come in order; none of a push service
 * that is paused. The choice is asked in the order of the jobs.
 */
Result<QList<PushJob>> claimPushJobs(Session &session, const QByteArray &vapidKey,
                                     const PushChoice &mayTake, qint64 untilMs);

Result<void> endPushJob(Session &session, const PushJob &job);
/// Tried again at `atMs`, with less to say where the job is minimal by now.
Result<void> putOffPushJob(Session &session, const PushJob &job, qint64 atMs);
/// Nothing that waits for this subscription is sent any more.
Result<void> dropPushJobs(Session &session, qint64 subscriptionId);
/// The push service of this origin is left alone until then.
Result<void> pausePushes(Session &session, const QByteArray &origin, qint64 untilMs);

/// What is due later than `latestMs` was put off before the clock was set back, and is due now.
Result<void> pullPushJobs(Session &session, qint64 nowMs, qint64 latestMs);

/// What was claimed until then is due now; the claim was no try.
Result<void> releasePushJobs(Session &session, qint64 untilMs);

/// What a killed service had claimed is due now. Only where no other service uses the database.
Result<void> releasePushJobs(Session &session);

/// Removes notices that were made at `before` or earlier with their jobs, and what has ended.
Result<void> prunePushes(Session &session, qint64 before);

} // namespace Store
