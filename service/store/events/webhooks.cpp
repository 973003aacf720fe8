// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/events/webhooks.h"

#include "common/jsonwriter.h"
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

Result<QList<Webhook>> readAll(Query query)
{
    query.exec();
    QList<Webhook> webhooks;
    while (query.next())
        webhooks.append(readWebhook(query));
    if (query.failed())
        return query.error();
    return webhooks;
}

Error noSuchWebhook()
{
    return { Error::Code::NotFound, u"There is no such webhook."_s };
}

WebhookLog readLog(const Query &query)
{
    WebhookLog log;
    log.id = query.int64(0);
    log.webhookId = query.int64(1);
    log.accountId = query.int64(2);
    log.callId = query.name(3);
    log.event = query.name(4);
    log.mailSubject = query.text(5);
    log.mailFrom = query.text(6);
    log.statusCode = query.int32(7);
    log.errorMessage = query.maybeText(8);
    log.attempt = query.int32(9);
    log.durationMs = query.int64(10);
    log.isTest = query.flag(11);
    log.willRetry = query.flag(12);
    log.createdAt = query.int64(13);
    return log;
}

} // namespace

// Reads the columns of webhooks_by_id.
Webhook readWebhook(const Query &query)
{
    Webhook webhook;
    webhook.id = query.int64(0);
    webhook.userId = query.int64(1);
    webhook.name = query.text(2);
    webhook.url = query.text(3);
    webhook.headers = headersFrom(query.name(4));
    webhook.secretRef = query.name(5);
    webhook.hasSecret = query.flag(6);
    webhook.bodyTemplate = query.maybeText(7);
    webhook.enabled = query.flag(8);
    webhook.events = query.name(9).simplified().split(' ');
    webhook.mode = query.name(10);
    webhook.filters = filtersFrom(query.name(11));
    webhook.lastStatus = query.name(12);
    if (const auto code = query.maybeInt64(13))
        webhook.lastStatusCode = int(*code);
    webhook.lastTriggerAt = query.maybeInt64(14);
    webhook.errorMessage = query.maybeText(15);
    webhook.consecutiveFailures = query.int32(16);
    webhook.failingSince = query.int64(17);
    webhook.disabledReason = query.name(18);
    webhook.pausedUntilMs = query.int64(19);
    webhook.createdAt = query.int64(20);
    webhook.updatedAt = query.int64(21);
    return webhook;
}

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
    query.bind(u":user_id"_s, userId);
    return readAll(std::move(query));
}

Result<std::optional<Webhook>> findWebhook(Session &session, qint64 id)
{
    Query query = session.query("webhooks_by_id");
    query.bind(u":id"_s, id);
    const Result<QList<Webhook>> found = readAll(std::move(query));
    RETURN_IF_ERROR(found);
    return found->isEmpty() ? std::nullopt : std::optional(found->first());
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
    query.bind(u":id"_s, id).bind(u":user_id"_s, userId).exec();
    const bool wasThere = query.next();
    if (query.failed())
        return query.error();
    if (!wasThere)
        return noSuchWebhook();
    return query.name(0);
}

Result<QList<Webhook>> webhooksWanting(Session &session, const QByteArray &event, qint64 ownerId)
{
    Query query = session.query("webhooks_wanting");
    query.bindName(u":event"_s, event).bind(u":owner_id"_s, ownerId);
    return readAll(std::move(query));
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
    Query total = session.query("webhook_logs_count");
    total.bind(u":webhook_id"_s, webhookId).exec();
    WebhookLogPage page;
    page.total = total.next() ? total.int64(0) : 0;
    Query query = session.query("webhook_logs_page");
    query.bind(u":webhook_id"_s, webhookId).bind(u":offset"_s, offset).bind(u":count"_s, count);
    query.exec();
    while (query.next())
        page.items.append(readLog(query));
    if (total.failed() || query.failed())
        return total.failed() ? total.error() : query.error();
    return page;
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
