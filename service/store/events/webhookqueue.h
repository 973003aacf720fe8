// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/events/webhook.h"
#include "store/sql/event.h"

#include <QHash>

/** Calls that wait to be made: rows of the transaction that they tell of. */
namespace Store {

class Session;

/// Answers the id.
Result<qint64> insertWebhookNotice(Session &session, const WebhookNotice &notice);
/// The webhook is to be told of it, now.
Result<void> queueWebhookCall(Session &session, qint64 webhookId, qint64 noticeId);

/// Queues calls for what is told just as its event says it; only Transaction calls this.
Result<void> queueEventCalls(Session &session, const Event &event);

/// An enabled webhook with calls, and when the next of them is due.
struct WebhookDue {
    qint64 webhookId = 0;
    QString url;
    qint64 atMs = 0;
    qint64 pausedUntilMs = 0; ///< part of that
    qint64 lastTryAt = 0;     ///< seconds; 0: never
    qint64 lastMs = 0;        ///< when the last of its calls is due

    friend bool operator==(const WebhookDue &, const WebhookDue &) = default;
};
Result<QList<WebhookDue>> webhooksDue(Session &session);

/** What can be due at the latest; more was put off before the clock was set back. */
struct WebhookLatest {
    qint64 nowMs = 0;
    qint64 callMs = 0;  ///< a call
    qint64 pauseMs = 0; ///< the end of a pause

    /// A pause that began in the future is none either.
    bool isBroken(const WebhookDue &due) const;
};
/// What is due later is due now.
Result<void> pullWebhookCalls(Session &session, qint64 webhookId, const WebhookLatest &latest);

/** Calls of one webhook, as many as were asked for, and what they tell. */
struct WebhookBatch {
    Webhook webhook;
    QList<WebhookCall> calls; ///< the oldest first; at most
    QHash<qint64, WebhookNotice> notices;
};

/** Who takes calls. */
struct WebhookClaim {
    qint64 webhookId = 0;
    QString lease; ///< whose
    qint64 nowMs = 0;
    qint64 untilMs = 0; ///< calls whose outcome is not written by then are anybody's
    int max = 32;
    /// The last claim had no answer and the claimer has no calls: those under its lease are due.
    bool isRepeated = false;
};
/// Nothing: none is due, or somebody else has some of them.
Result<std::optional<WebhookBatch>> claimWebhookCalls(Session &session, const WebhookClaim &claim);

/// Leases of whoever had the database before; of nodes that may live, only those that ran out.
Result<void> recoverWebhookCalls(Session &session, qint64 nowMs);

/// Whether the call waits for the outcome of this try; false: that is written, or it is gone.
Result<bool> isWebhookCallAt(Session &session, const WebhookCall &call);

/// Gives the call back, to be made then.
Result<void> retryWebhookCall(Session &session, qint64 callId, int attempts, qint64 atMs);
/// It has ended. What it told goes with the last call that told it.
Result<void> endWebhookCall(Session &session, qint64 callId, qint64 noticeId);
Result<void> dropWebhookCalls(Session &session, qint64 webhookId); ///< all of a webhook
Result<void> pruneWebhookNotices(Session &session);                ///< those that nobody waits for

} // namespace Store
