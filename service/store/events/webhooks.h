// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/events/webhook.h"

namespace Store {

template<typename Row>
class Columns;
class Session;

/// Returns the id.
Result<qint64> insertWebhook(Session &session, const Webhook &webhook);

/// Stores the fields that a user can change, and the fields that such a change resets; the results
/// of calls are not changed.
Result<void> updateWebhook(Session &session, const Webhook &webhook);

/// All of a user, by id.
Result<QList<Webhook>> webhooksOf(Session &session, qint64 userId);

/// Error::NotFound also for a webhook of another user.
Result<Webhook> webhookById(Session &session, qint64 userId, qint64 id);

/// Finds the webhook of any user; nothing: it does not exist.
Result<std::optional<Webhook>> findWebhook(Session &session, qint64 id);

/// Deletes the webhook with its calls and its log. Returns the reference of its secret, which the
/// caller removes, or NotFound.
Result<QByteArray> deleteWebhook(Session &session, qint64 userId, qint64 id);

/// The enabled webhooks of this user that subscribe to this event.
Result<QList<Webhook>> webhooksWanting(Session &session, const QByteArray &event, qint64 ownerId);

/// Stores the results of calls.
Result<void> noteWebhook(Session &session, const Webhook &webhook);

/// For statements with the columns of webhooks_by_id.
extern const Columns<Webhook> webhookColumns;

/// A page of the log, the newest entries first, with the total number.
struct WebhookLogPage {
    QList<WebhookLog> items;
    qint64 total = 0;
};
Result<WebhookLogPage> webhookLogs(Session &session, qint64 webhookId, qint64 offset, int count);
Result<void> insertWebhookLog(Session &session, const WebhookLog &log);
/// Removes all log entries of the webhook except the newest `kept`.
Result<void> trimWebhookLogs(Session &session, qint64 webhookId, int kept);
Result<void> pruneWebhookLogs(Session &session, qint64 before); ///< seconds

} // namespace Store
