// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/events/webhook.h"

namespace Store {

class Query;
class Session;

/// Answers the id.
Result<qint64> insertWebhook(Session &session, const Webhook &webhook);

/// Writes what a person can change, and what that resets; how calls went stays.
Result<void> updateWebhook(Session &session, const Webhook &webhook);

/// All of a user, by id.
Result<QList<Webhook>> webhooksOf(Session &session, qint64 userId);

/// Or NotFound, also another user's.
Result<Webhook> webhookById(Session &session, qint64 userId, qint64 id);

/// Whatever user's; nothing: it is gone.
Result<std::optional<Webhook>> findWebhook(Session &session, qint64 id);

/// With its calls and its log. Answers the reference of its secret, which the caller removes; or
/// NotFound.
Result<QByteArray> deleteWebhook(Session &session, qint64 userId, qint64 id);

/// Enabled ones that want to hear of this event of this person's account.
Result<QList<Webhook>> webhooksWanting(Session &session, const QByteArray &event, qint64 ownerId);

/// Writes how calls went.
Result<void> noteWebhook(Session &session, const Webhook &webhook);

/// A row of webhooks_by_id and its sisters.
Webhook readWebhook(const Query &query);

/// The newest first, with how many there are.
struct WebhookLogPage {
    QList<WebhookLog> items;
    qint64 total = 0;
};
Result<WebhookLogPage> webhookLogs(Session &session, qint64 webhookId, qint64 offset, int count);
Result<void> insertWebhookLog(Session &session, const WebhookLog &log);
/// All but the newest `kept` of the webhook go.
Result<void> trimWebhookLogs(Session &session, qint64 webhookId, int kept);
Result<void> pruneWebhookLogs(Session &session, qint64 before); ///< seconds

} // namespace Store
