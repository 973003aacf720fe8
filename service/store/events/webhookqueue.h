// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/events/webhook.h"
#include "store/sql/event.h"

#include <QHash>

/**
 * The queue of webhook calls. Its rows are written in the transaction of the change that they
 * report.
 */
namespace Store {

class Session;

/// Returns the id.
Result<qint64> insertWebhookNotice(Session &session, const WebhookNotice &notice);
/// Queues a call of this webhook for this notice, due now.
Result<void> queueWebhookCall(Session &session, qint64 webhookId, qint64 noticeId);

/// Queues calls for events that are sent to webhooks unchanged. Only Transaction calls this.
Result<void> queueEventCalls(Session &session, const Event &event);

/// An enabled webhook with calls, and when the next of them is due.
struct WebhookDue {
    qint64 webhookId = 0;
    QString url;
    qint64 atMs = 0;
    qint64 pausedUntilMs = 0; ///< included in the due time of the next call
    qint64 lastTryAt = 0;     ///< seconds; 0: never
    qint64 lastMs = 0;        ///< when the last of its calls is due

    friend bool operator==(const WebhookDue &, const WebhookDue &) = default;
};
Result<QList<WebhookDue>> webhooksDue(Session &session);

/** The latest valid due times. Later times were set before the clock was set back. */
struct WebhookLatest {
    qint64 nowMs = 0;
    qint64 callMs = 0;  ///< latest due time of a call
    qint64 pauseMs = 0; ///< latest end of a pause

    /// Whether a due time or pause is later than valid, or the pause began in the future.
    bool isBroken(const WebhookDue &due) const;
};
/// Calls that are due later than `latest` become due now.
Result<void> pullWebhookCalls(Session &session, qint64 webhookId, const WebhookLatest &latest);

/** Calls of one webhook, at most the requested number, and their notices. */
struct WebhookBatch {
    Webhook webhook;
    QList<WebhookCall> calls; ///< the oldest first
    QHash<qint64, WebhookNotice> notices;
};

/** A request to lease calls. */
struct WebhookClaim {
    qint64 webhookId = 0;
    QString lease; ///< name of the lease
    qint64 nowMs = 0;
    qint64 untilMs = 0; ///< after this time, calls without a stored result can be leased by others
    int max = 32;
    /// The previous claim got no answer, so the claimer has no calls: calls under its lease are
    /// due.
    bool isRepeated = false;
};
/// Nothing: no call is due, or another process has leased some of the calls.
Result<std::optional<WebhookBatch>> claimWebhookCalls(Session &session, const WebhookClaim &claim);

/// Releases the leases of the previous service. If other nodes may be running, only expired leases
/// are released.
Result<void> recoverWebhookCalls(Session &session, qint64 nowMs);

/// Whether the call waits for the result of this attempt; false: the result is stored, or the call
/// is deleted.
Result<bool> isWebhookCallAt(Session &session, const WebhookCall &call);

/// Ends the lease; the next attempt is due at `atMs`.
Result<void> retryWebhookCall(Session &session, qint64 callId, int attempts, qint64 atMs);
/// Removes the finished call. The notice is removed with its last call.
Result<void> endWebhookCall(Session &session, qint64 callId, qint64 noticeId);
Result<void> dropWebhookCalls(Session &session, qint64 webhookId); ///< all of a webhook
Result<void> pruneWebhookNotices(Session &session);                ///< notices without calls

} // namespace Store
