// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/webhookevents.h"

#include "common/jsonwriter.h"
#include "common/shortened.h"
#include "common/timestamp.h"

namespace Events {

namespace {

Json::Writer begun(const Store::WebhookLog &log)
{
    Json::Writer json;
    json.beginObject().key("webhook_id").value(log.webhookId).key("event").value(log.event);
    json.key("status_code").value(log.statusCode).key("attempt").value(log.attempt);
    return json;
}

Store::Event finished(const QByteArray &name, qint64 userId, const Store::WebhookLog &log,
                      Json::Writer json)
{
    json.key("timestamp").value(Timestamp::toIso(log.createdAt)).endObject();
    return { .name = name, .userId = userId, .data = json.take(), .at = log.createdAt };
}

} // namespace

Store::Event webhookDelivered(qint64 userId, const Store::WebhookLog &log)
{
    return finished("webhook.delivered", userId, log, begun(log));
}

Store::Event webhookFailed(qint64 userId, const Store::WebhookLog &log,
                           const QByteArray &disabledReason)
{
    Json::Writer json = begun(log);
    json.key("error");
    log.errorMessage ? json.value(Text::shortened(*log.errorMessage, Text::mostError))
                     : json.null();
    json.key("disabled_reason");
    disabledReason.isEmpty() ? json.null() : json.value(disabledReason);
    return finished("webhook.failed", userId, log, std::move(json));
}

} // namespace Events
