// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/webhooks.h"

#include "api/failure.h"
#include "api/secretplace.h"
#include "api/userlimit.h"
#include "api/webhookjson.h"
#include "http/query.h"
#include "store/db/transaction.h"
#include "store/events/webhookqueue.h"
#include "store/events/webhooks.h"
#include "store/secrets/secrets.h"
#include "store/sql/session.h"
#include "webhooks/request.h"
#include "webhooks/samples.h"

#include <QUuid>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

/// An update is tried so often if other requests change the secrets of the webhook at the same time.
constexpr int updateTries = 3;

ApiFailure lookupFailure(const Error &error)
{
    return failedLookup(error, ApiError::WebhookNotFound);
}

Http::Response answerOf(const Store::Webhook &webhook, const QByteArray &message, int status = 200)
{
    Json::Writer json;
    writeWebhook(json, webhook);
    return Http::Response::data(json.take(), message, status);
}

Result<Json::Bytes, ApiFailure> list(const Http::Request &request, Store::Session &session)
{
    const auto webhooks = Store::webhooksOf(session, request.userId());
    if (!webhooks)
        return storageFailure(webhooks.error());
    Json::Writer json;
    json.beginArray();
    for (const Store::Webhook &webhook : *webhooks)
        writeWebhook(json, webhook);
    return json.endArray().take();
}

Result<Json::Bytes, ApiFailure> getOne(const Http::Request &request, Store::Session &session)
{
    const auto webhook = Store::webhookById(session, request.userId(), request.id());
    if (!webhook)
        return lookupFailure(webhook.error());
    Json::Writer json;
    writeWebhook(json, *webhook);
    return json.take();
}

Result<Json::Bytes, ApiFailure> logs(const Http::Request &request, Store::Session &session)
{
    Http::Query query(request.query);
    const Http::Page page = query.page();
    if (query.failure())
        return *query.failure();
    const auto webhook = Store::webhookById(session, request.userId(), request.id());
    if (!webhook)
        return lookupFailure(webhook.error());
    const auto found = Store::webhookLogs(session, webhook->id, page.offset(), page.size);
    if (!found)
        return storageFailure(found.error());
    Json::Writer json;
    json.beginObject().key("items").beginArray();
    for (const Store::WebhookLog &log : found->items)
        writeWebhookLog(json, log);
    json.endArray().key("total").value(found->total);
    json.key("page").value(page.number).key("pageSize").value(page.size);
    return json.endObject().take();
}

/// The body that a webhook with these settings would send; no webhook is stored.
void preview(const Http::Request &request, const Http::Reply &reply)
{
    Http::Body body(request.body);
    WebhookInput before; // read as an update: name and url are not required
    const WebhookInput input = readWebhookUpdate(body, before);
    if (body.failure())
        return reply.fail(*body.failure());
    const Store::Webhook &webhook = input.webhook;
    const QByteArray named = Webhooks::headerOf(webhook, "content-type");
    const auto content = Webhooks::contentOf(webhook.bodyTemplate, named, webhook.events);
    const QByteArray payload = Webhooks::sampleNotice(QDateTime::currentSecsSinceEpoch());
    const QByteArray callId = "msg_preview";
    const auto call = content
        ? Webhooks::makeCall({ webhook, *content, input.secrets, callId, payload, {}, 0 })
        : Result<Net::HttpCall>(Error{ Error::Code::BadRequest, content.error().reason });
    if (!call) {
        body.fail(u"bodyTemplate"_s, call.error().message);
        return reply.fail(*body.failure());
    }
    Json::Writer json;
    json.beginObject().key("contentType").value(named.isEmpty() ? content->contentType : named);
    json.key("body").value(call->body);
    writeWarnings(json, Webhooks::warningsOf(webhook.bodyTemplate, webhook.events));
    reply.send(Http::Response::data(json.endObject().take()));
}

} // namespace

WebhookRoutes::WebhookRoutes(Collaborators with, QObject *parent)
    : QObject(parent), m_with(with) { }

void WebhookRoutes::addRoutes(Http::Router &router)
{
    const Handlers handlers(m_with.database);
    const auto calling = [this](auto handler) {
        return [this, handler](const Http::Request &request, const Http::Reply &reply) {
            (this->*handler)(request, reply);
        };
    };
    router.add("GET", "/api/v1/webhooks", { .handler = handlers.reading(list) });
    router.add("POST", "/api/v1/webhooks", { .handler = calling(&WebhookRoutes::create) });
    router.add("POST", "/api/v1/webhooks/preview", { .handler = preview });
    router.add("GET", "/api/v1/webhooks/:id", { .handler = handlers.reading(getOne) });
    router.add("PUT", "/api/v1/webhooks/:id", { .handler = calling(&WebhookRoutes::update) });
    router.add("DELETE", "/api/v1/webhooks/:id", { .handler = calling(&WebhookRoutes::remove) });
    router.add("GET", "/api/v1/webhooks/:id/logs", { .handler = handlers.reading(logs) });
    router.add(
        "POST", "/api/v1/webhooks/:id/test",
        m_with.probes.limited("webhook tests", { .handler = calling(&WebhookRoutes::test) }));
}

QCoro::Task<> WebhookRoutes::create(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    WebhookInput input = readNewWebhook(body);
    if (body.failure()) {
        reply.fail(*body.failure());
        co_return;
    }
    const std::optional<ApiFailure> refused =
        co_await addressFailure(input.webhook.url, request.userId());
    if (refused) {
        reply.fail(*refused);
        co_return;
    }
    const Result<QByteArray, ApiFailure> ref = co_await keep(input.secrets);
    if (!ref) {
        reply.fail(ref.error());
        co_return;
    }
    input.webhook.userId = request.userId();
    input.webhook.secretRef = *ref;
    const WebhookResult made = co_await insert(input.webhook);
    if (!made) {
        // If the webhook may be stored, its secrets stay; the next start removes those that no row names.
        if (made.error().error != ApiError::OutcomeUnknown)
            co_await forget(*ref);
        reply.fail(made.error());
        co_return;
    }
    reply.send(answerOf(*made, "created", 201));
}

QCoro::Task<WebhookRoutes::WebhookResult> WebhookRoutes::insert(Store::Webhook webhook)
{
    const UserLimit limit = webhookLimit(m_with.mostOfAUser);
    auto work = [webhook, limit](Store::Session &session) -> ChangeResult {
        Store::Transaction transaction(session);
        const Result<void, ApiFailure> room = checkLimit(session, limit, webhook.userId);
        if (!room)
            return WebhookResult(room.error());
        RETURN_IF_ERROR(Store::checkStored(session, webhook.secretRef));
        const Result<qint64> id = Store::insertWebhook(session, webhook);
        RETURN_IF_ERROR(id);
        const Result<Store::Webhook> made = Store::webhookById(session, webhook.userId, *id);
        RETURN_IF_ERROR(made);
        return transaction.commit(WebhookResult(*made));
    };
    const ChangeResult made = co_await m_with.database.writing(std::move(work));
    if (!made)
        co_return storageFailure(made.error());
    co_return *made;
}

QCoro::Task<> WebhookRoutes::update(Http::Request request, Http::Reply reply)
{
    for (int tries = updateTries;; --tries) {
        const Result<WebhookInput, ApiFailure> before =
            co_await find(request.userId(), request.id());
        if (!before) {
            reply.fail(before.error());
            co_return;
        }
        Http::Body body(request.body);
        const WebhookInput input = readWebhookUpdate(body, *before);
        if (body.failure()) {
            reply.fail(*body.failure());
            co_return;
        }
        if (input.webhook.url != before->webhook.url) {
            const std::optional<ApiFailure> refused =
                co_await addressFailure(input.webhook.url, request.userId());
            if (refused) {
                reply.fail(*refused);
                co_return;
            }
        }
        QByteArray ref = before->webhook.secretRef;
        // Secrets that could not be read are not kept for another receiver either.
        const bool isNewSecret = input.secrets != before->secrets
            || (hasUnreadSecrets(*before)
                && !isSameReceiver(before->webhook.url, input.webhook.url));
        if (isNewSecret) {
            const Result<QByteArray, ApiFailure> kept = co_await keep(input.secrets);
            if (!kept) {
                reply.fail(kept.error());
                co_return;
            }
            ref = *kept;
        }
        const ChangeResult written = co_await overwrite(request, *before, input, ref);
        const bool isWritten = written && *written;
        const bool isUnknown = !written && written.error().code == Error::Code::OutcomeUnknown;
        if (isNewSecret && !isUnknown) {
            const QByteArray unused = isWritten ? before->webhook.secretRef : ref;
            co_await forget(unused);
        }
        if (isWritten) {
            m_with.dispatcher.wake(); // the change may have ended a pause
            reply.send(answerOf(**written, "updated"));
            co_return;
        }
        if (written) {
            reply.fail(written->error());
            co_return;
        }
        if (written.error().code != Error::Code::Conflict || tries == 1) {
            reply.fail(lookupFailure(written.error()));
            co_return;
        }
    }
}

/// Conflict: another request has changed the secrets of the webhook meanwhile.
QCoro::Task<WebhookRoutes::ChangeResult> WebhookRoutes::overwrite(Http::Request request,
                                                                  WebhookInput before,
                                                                  WebhookInput meant,
                                                                  QByteArray secretRef)
{
    auto work = [request, before, meant, secretRef](Store::Session &session) -> ChangeResult {
        Store::Transaction transaction(session);
        const qint64 user = request.userId();
        const Result<Store::Webhook> now = Store::webhookById(session, user, request.id());
        RETURN_IF_ERROR(now);
        if (now->secretRef != before.webhook.secretRef)
            return Error{ Error::Code::Conflict, u"The webhook was changed meanwhile."_s };
        // Read again over the row as it is now: two updates of different fields must both count, and
        // no secret may be sent to an address that results from both together.
        Http::Body again(request.body);
        Store::Webhook changed = readWebhookUpdate(again, { *now, before.secrets }).webhook;
        if (!meant.secrets.isEmpty() && !isSameReceiver(meant.webhook.url, changed.url))
            again.fail(
                u"url"_s,
                u"was changed by another request in the meantime: send this request again"_s);
        if (const auto refused = again.failure())
            return WebhookResult(*refused);
        const bool isNewSecret = secretRef != now->secretRef;
        RETURN_IF_ERROR(isNewSecret ? Store::checkStored(session, secretRef) : Result<void>());
        changed.secretRef = secretRef;
        RETURN_IF_ERROR(Store::updateWebhook(session, changed));
        // Queued calls of a disabled webhook are deleted: otherwise enabling it would send old ones.
        RETURN_IF_ERROR(changed.enabled ? Result<void>()
                                        : Store::dropWebhookCalls(session, changed.id));
        const Result<Store::Webhook> shown = Store::webhookById(session, user, changed.id);
        RETURN_IF_ERROR(shown);
        return transaction.commit(WebhookResult(*shown));
    };
    ChangeResult written = co_await m_with.database.writing(std::move(work));
    co_return written;
}

QCoro::Task<> WebhookRoutes::remove(Http::Request request, Http::Reply reply)
{
    auto work =
        Store::inTransaction([user = request.userId(), id = request.id()](Store::Session &session) {
            return Store::deleteWebhook(session, user, id);
        });
    const Result<QByteArray> ref = co_await m_with.database.writing(std::move(work));
    if (!ref) {
        reply.fail(lookupFailure(ref.error()));
        co_return;
    }
    co_await forget(*ref);
    m_with.dispatcher.forget(request.id());
    reply.send(Http::Response::data("null", "deleted"));
}

QCoro::Task<> WebhookRoutes::test(Http::Request request, Http::Reply reply)
{
    auto load = [user = request.userId(), id = request.id()](Store::Session &session) {
        return Store::webhookById(session, user, id);
    };
    const Result<Store::Webhook> webhook = co_await m_with.database.reading(std::move(load));
    if (!webhook) {
        reply.fail(lookupFailure(webhook.error()));
        co_return;
    }
    const Webhooks::TestResult result = co_await m_with.dispatcher.test(*webhook);
    reply.send(Http::Response::data(testResultJson(result)));
}

QCoro::Task<Result<WebhookInput, ApiFailure>> WebhookRoutes::find(qint64 userId, qint64 id)
{
    auto load = [userId, id](Store::Session &session) {
        return Store::webhookById(session, userId, id);
    };
    const Result<Store::Webhook> webhook = co_await m_with.database.reading(std::move(load));
    if (!webhook)
        co_return lookupFailure(webhook.error());
    WebhookInput found{ *webhook, {} };
    if (!webhook->secretRef.isEmpty()) {
        const QString ref = QString::fromLatin1(webhook->secretRef);
        const Result<QByteArray> secret = co_await m_with.secrets.get(ref);
        // A failure is ignored: secrets that cannot be read can still be replaced.
        if (secret)
            found.secrets = Webhooks::secretsFrom(*secret);
    }
    co_return found;
}

/// Why the URL may not be called. A name that cannot be looked up now is accepted, because every call
/// checks it again.
QCoro::Task<std::optional<ApiFailure>> WebhookRoutes::addressFailure(QString url, qint64 userId)
{
    const Result<QUrl> read = Net::callUrl(url);
    if (!read) {
        ApiFailure failure = failed(ApiError::WebhookUrlNotAllowed);
        failure.details = { { u"url"_s, read.error().message } };
        co_return failure;
    }
    const Webhooks::AddressCheck found = co_await m_with.dispatcher.check(*read, userId);
    if (found || found.error().code != Error::Code::BadRequest)
        co_return std::nullopt;
    ApiFailure failure = failed(ApiError::WebhookUrlNotAllowed);
    failure.details = { { u"url"_s, found.error().message } };
    co_return failure;
}

QCoro::Task<Result<QByteArray, ApiFailure>> WebhookRoutes::keep(Webhooks::Secrets secrets)
{
    if (secrets.isEmpty())
        co_return QByteArray();
    const QString ref = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const Result<void> kept = co_await m_with.secrets.put(ref, Webhooks::toJson(secrets));
    if (!kept)
        co_return storageFailure(kept.error());
    co_return ref.toLatin1();
}

QCoro::Task<> WebhookRoutes::forget(QByteArray secretRef)
{
    if (!secretRef.isEmpty())
        co_await m_with.secrets.remove(QString::fromLatin1(secretRef));
}

} // namespace Api
