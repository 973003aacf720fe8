// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/events/webhooks.h"

#include "common/jsonwriter.h"
#include "store/sql/columns.h"
#include "store/sql/newid.h"
#include "store/sql/session.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QString headersJson(const QList<WebhookHeader> &headers)
{
    Json::Writer json;
    json.beginArray();
    for (const WebhookHeader &header : headers)
        json.beginArray().value(header.name).value(header.value).endArray();
    return QString::fromUtf8(json.endArray().take());
}

QList<WebhookHeader> headersFrom(const QByteArray &json)
{
    QList<WebhookHeader> headers;
    for (const QJsonValue &value : QJsonDocument::fromJson(json).array()) {
        WebhookHeader header{ value[0].toString().toUtf8(), {} };
        if (value[1].isString())
            header.value = value[1].toString().toUtf8();
        headers.append(header);
    }
    return headers;
}

void writeTexts(Json::Writer &json, const QStringList &texts)
{
    json.beginArray();
    for (const QString &text : texts)
        json.value(text);
    json.endArray();
}

QStringList textsFrom(const QJsonValue &value)
{
    QStringList texts;
    for (const QJsonValue &text : value.toArray())
        texts.append(text.toString());
    return texts;
}

QString filtersJson(const WebhookFilters &filters)
{
    Json::Writer json;
    json.beginObject().key("accountIds").beginArray();
    for (const qint64 id : filters.accountIds)
        json.value(id);
    json.endArray().key("from");
    writeTexts(json, filters.from);
    json.key("subject");
    writeTexts(json, filters.subject);
    return QString::fromUtf8(json.endObject().take());
}

WebhookFilters filtersFrom(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    WebhookFilters filters;
    for (const QJsonValue &id : object.value("accountIds"_L1).toArray())
        filters.accountIds.append(id.toInteger());
    filters.from = textsFrom(object.value("from"_L1));
    filters.subject = textsFrom(object.value("subject"_L1));
    return filters;
}

void bindSettings(Query &query, const Webhook &webhook)
{
    query.bind(u":name"_s, webhook.name).bind(u":url"_s, webhook.url);
    query.bind(u":headers"_s, headersJson(webhook.headers));
    query.bindName(u":secret_ref"_s, webhook.secretRef);
    query.bind(u":has_secret"_s, webhook.hasSecret);
    query.bind(u":body_template"_s, webhook.bodyTemplate).bind(u":enabled"_s, webhook.enabled);
    query.bindName(u":events"_s, ' ' + webhook.events.join("  ") + ' ');
    query.bindName(u":mode"_s, webhook.mode).bind(u":filters"_s, filtersJson(webhook.filters));
}

// As bindSettings() writes them.
QList<QByteArray> eventsFrom(const QByteArray &names)
{
    return names.simplified().split(' ');
}

Error noSuchWebhook()
{
    return { Error::Code::NotFound, u"There is no such webhook."_s };
}

const Columns<WebhookLog> logColumns{
    { "id", &WebhookLog::id },
    { "webhook_id", &WebhookLog::webhookId },
    { "account_id", &WebhookLog::accountId },
    { "call_id", &WebhookLog::callId },
    { "event", &WebhookLog::event },
    { "mail_subject", &WebhookLog::mailSubject },
    { "mail_from", &WebhookLog::mailFrom },
    { "status_code", &WebhookLog::statusCode },
    { "error_message", &WebhookLog::errorMessage },
    { "attempt", &WebhookLog::attempt },
    { "duration_ms", &WebhookLog::durationMs },
    { "is_test", &WebhookLog::isTest },
    { "will_retry", &WebhookLog::willRetry },
    { "created_at", &WebhookLog::createdAt },
};

} // namespace

const Columns<Webhook> webhookColumns{
    { "id", &Webhook::id },
    { "user_id", &Webhook::userId },
    { "name", &Webhook::name },
    { "url", &Webhook::url },
    { "headers", &Webhook::headers, headersFrom },
    { "secret_ref", &Webhook::secretRef },
    { "has_secret", &Webhook::hasSecret },
    { "body_template", &Webhook::bodyTemplate },
    { "enabled", &Webhook::enabled },
    { "events", &Webhook::events, eventsFrom },
    { "mode", &Webhook::mode },
    { "filters", &Webhook::filters, filtersFrom },
    { "last_status", &Webhook::lastStatus },
    { "last_status_code", &Webhook::lastStatusCode },
    { "last_trigger_at", &Webhook::lastTriggerAt },
    { "error_message", &Webhook::errorMessage },
    { "consecutive_failures", &Webhook::consecutiveFailures },
    { "failing_since", &Webhook::failingSince },
    { "disabled_reason", &Webhook::disabledReason },
    { "paused_until_ms", &Webhook::pausedUntilMs },
    { "created_at", &Webhook::createdAt },
    { "updated_at", &Webhook::updatedAt },
};

Result<qint64> insertWebhook(Session &session, const Webhook &webhook)
{
    Query query = session.query("webhooks_insert");
    bindSettings(query, webhook);
    query.bind(u":user_id"_s, webhook.userId).bind(u":now"_s, session.now());
    return insertedId(query);
}

Result<void> updateWebhook(Session &session, const Webhook &webhook)
{
    Query query = session.query("webhooks_update");
    bindSettings(query, webhook);
    query.bind(u":consecutive_failures"_s, webhook.consecutiveFailures);
    query.bind(u":failing_since"_s, webhook.failingSince);
    query.bindName(u":disabled_reason"_s, webhook.disabledReason);
    query.bind(u":paused_until_ms"_s, webhook.pausedUntilMs);
    query.bind(u":now"_s, session.now()).bind(u":id"_s, webhook.id);
    return query.run();
}

Result<QList<Webhook>> webhooksOf(Session &session, qint64 userId)
{
    Query query = session.query("webhooks_of_user");
    return query.bind(u":user_id"_s, userId).readAll(webhookColumns);
}

Result<std::optional<Webhook>> findWebhook(Session &session, qint64 id)
{
    Query query = session.query("webhooks_by_id");
    return query.bind(u":id"_s, id).readFirst(webhookColumns);
}

Result<Webhook> webhookById(Session &session, qint64 userId, qint64 id)
{
    Result<std::optional<Webhook>> found = findWebhook(session, id);
    RETURN_IF_ERROR(found);
    if (!*found || (*found)->userId != userId)
        return noSuchWebhook();
    return **std::move(found);
}

Result<QByteArray> deleteWebhook(Session &session, qint64 userId, qint64 id)
{
    Query query = session.query("webhooks_delete");
    query.bind(u":id"_s, id).bind(u":user_id"_s, userId);
    const Result<std::optional<QByteArray>> secretRef = query.readValue<QByteArray>();
    RETURN_IF_ERROR(secretRef);
    if (!*secretRef)
        return noSuchWebhook();
    return **secretRef;
}

Result<QList<Webhook>> webhooksWanting(Session &session, const QByteArray &event, qint64 ownerId)
{
    Query query = session.query("webhooks_wanting");
    query.bindName(u":event"_s, event).bind(u":owner_id"_s, ownerId);
    return query.readAll(webhookColumns);
}

Result<void> noteWebhook(Session &session, const Webhook &webhook)
{
    Query query = session.query("webhooks_note");
    query.bind(u":enabled"_s, webhook.enabled).bindName(u":last_status"_s, webhook.lastStatus);
    query.bind(u":last_status_code"_s, webhook.lastStatusCode);
    query.bind(u":last_trigger_at"_s, webhook.lastTriggerAt);
    query.bind(u":error_message"_s, webhook.errorMessage);
    query.bind(u":consecutive_failures"_s, webhook.consecutiveFailures);
    query.bind(u":failing_since"_s, webhook.failingSince);
    query.bindName(u":disabled_reason"_s, webhook.disabledReason);
    query.bind(u":paused_until_ms"_s, webhook.pausedUntilMs).bind(u":id"_s, webhook.id);
    return query.run();
}

Result<WebhookLogPage> webhookLogs(Session &session, qint64 webhookId, qint64 offset, int count)
{
    Query number = session.query("webhook_logs_count");
    const Result<qint64> total = number.bind(u":webhook_id"_s, webhookId).readNumber();
    RETURN_IF_ERROR(total);
    Query query = session.query("webhook_logs_page");
    query.bind(u":webhook_id"_s, webhookId).bind(u":offset"_s, offset).bind(u":count"_s, count);
    Result<QList<WebhookLog>> logs = query.readAll(logColumns);
    RETURN_IF_ERROR(logs);
    return WebhookLogPage{ *std::move(logs), *total };
}

Result<void> insertWebhookLog(Session &session, const WebhookLog &log)
{
    Query query = session.query("webhook_logs_insert"); // values in its order
    query.begin().add(log.webhookId).add(log.accountId).add(QString::fromLatin1(log.callId));
    query.add(QString::fromLatin1(log.event)).add(log.mailSubject).add(log.mailFrom);
    query.add(log.statusCode).add(log.errorMessage).add(log.attempt).add(log.durationMs);
    query.add(int(log.isTest)).add(int(log.willRetry)).add(log.createdAt);
    return query.run();
}

Result<void> trimWebhookLogs(Session &session, qint64 webhookId, int kept)
{
    return session.query("webhook_logs_trim")
        .bind(u":webhook_id"_s, webhookId)
        .bind(u":kept"_s, kept)
        .run();
}

Result<void> pruneWebhookLogs(Session &session, qint64 before)
{
    return session.query("webhook_logs_prune").bind(u":before"_s, before).run();
}

} // namespace Store
