// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/webhookjson.h"

#include "api/accountjson.h"
#include "common/shortened.h"
#include "common/timestamp.h"

namespace Api {

namespace {

void writeTexts(Json::Writer &json, QByteArrayView name, const QStringList &texts)
{
    json.key(name).beginArray();
    for (const QString &text : texts)
        json.value(text);
    json.endArray();
}

void writeHeaders(Json::Writer &json, const QList<Store::WebhookHeader> &headers)
{
    json.key("headers").beginObject();
    for (const Store::WebhookHeader &header : headers) {
        json.keyText(QString::fromLatin1(header.name));
        header.value ? json.value(*header.value) : json.value(QStringView(passwordMask));
    }
    json.endObject();
}

void writeFilters(Json::Writer &json, const Store::WebhookFilters &filters)
{
    json.key("filters").beginObject().key("accountIds").beginArray();
    for (const qint64 id : filters.accountIds)
        json.value(id);
    json.endArray();
    writeTexts(json, "from", filters.from);
    writeTexts(json, "subject", filters.subject);
    json.endObject();
}

void writeState(Json::Writer &json, const Store::Webhook &webhook)
{
    json.key("lastStatus").value(webhook.lastStatus);
    json.key("lastStatusCode").value(webhook.lastStatusCode).key("lastTriggerAt");
    webhook.lastTriggerAt ? json.value(Timestamp::toIso(*webhook.lastTriggerAt)) : json.null();
    json.key("errorMessage").value(webhook.errorMessage);
    json.key("consecutiveFailures").value(webhook.consecutiveFailures).key("disabledReason");
    webhook.disabledReason.isEmpty() ? json.null() : json.value(webhook.disabledReason);
}

} // namespace

void writeWarnings(Json::Writer &json, const QList<Webhooks::TemplateWarning> &warnings)
{
    json.key("warnings").beginArray();
    for (const Webhooks::TemplateWarning &warning : warnings) {
        json.beginObject().key("position").value(warning.position);
        json.key("path").value(warning.path).endObject();
    }
    json.endArray();
}

void writeWebhook(Json::Writer &json, const Store::Webhook &webhook)
{
    json.beginObject().key("id").value(webhook.id).key("name").value(webhook.name);
    json.key("url").value(webhook.url);
    writeHeaders(json, webhook.headers);
    json.key("bodyTemplate").value(webhook.bodyTemplate).key("enabled").value(webhook.enabled);
    json.key("events").beginArray();
    for (const QByteArray &event : webhook.events)
        json.value(event);
    json.endArray().key("mode").value(webhook.mode);
    writeFilters(json, webhook.filters);
    json.key("hasSecret").value(webhook.hasSecret);
    writeState(json, webhook);
    writeWarnings(json, Webhooks::warningsOf(webhook.bodyTemplate, webhook.events));
    json.key("createdAt").value(Timestamp::toIso(webhook.createdAt));
    json.key("updatedAt").value(Timestamp::toIso(webhook.updatedAt)).endObject();
}

void writeWebhookLog(Json::Writer &json, const Store::WebhookLog &log)
{
    json.beginObject().key("id").value(log.id).key("webhookId").value(log.webhookId);
    json.key("mailSubject").value(Text::shortened(log.mailSubject, Text::mostSubject));
    json.key("mailFrom").value(Text::shortened(log.mailFrom, Text::mostAddress));
    json.key("statusCode").value(log.statusCode).key("errorMessage").value(log.errorMessage);
    json.key("event").value(log.event).key("callId").value(log.callId);
    json.key("attempt").value(log.attempt).key("durationMs").value(log.durationMs);
    json.key("test").value(log.isTest).key("willRetry").value(log.willRetry);
    json.key("createdAt").value(Timestamp::toIso(log.createdAt)).endObject();
}

Json::Bytes testResultJson(const Webhooks::TestResult &result)
{
    Json::Writer json;
    json.beginObject().key("statusCode").value(result.statusCode);
    json.key("responseBody").value(result.responseBody);
    json.key("timestamp").value(Timestamp::toIso(result.at));
    json.key("errorMessage").value(result.errorMessage);
    return json.key("durationMs").value(result.durationMs).endObject().take();
}

} // namespace Api
