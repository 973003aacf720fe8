// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/push.h"

#include "api/failure.h"
#include "api/handlers.h"
#include "common/timestamp.h"
#include "http/body.h"
#include "push/encryption.h"
#include "push/endpoint.h"
#include "push/vapid.h"
#include "store/db/transaction.h"

using namespace Qt::StringLiterals;

namespace Api {

namespace {

constexpr int mostOfAUser = 20;
constexpr qsizetype longestUserAgent = 500;
constexpr qsizetype longestText = 1000;
constexpr qsizetype longestIcon = 256;
constexpr qsizetype longestEndpoint = 2048; // as in Net::callUrl()

ApiFailure invalid(const QString &field, const QString &reason)
{
    return { .error = ApiError::InvalidSubscription,
             .message = {},
             .details = { { field, reason } } };
}

/// The subscription that a browser sent. The host of its endpoint is not looked up yet.
struct Wish {
    Store::PushSubscription subscription;
    QUrl endpoint;
};

Result<Wish, ApiFailure> readWish(const Http::Request &request)
{
    Http::Body body(request.body);
    const QString endpoint = body.text("endpoint"_L1);
    const auto given = body.optionalObject("keys"_L1);
    Http::Body keys(given.value_or(QJsonObject()), u"keys."_s);
    const QByteArray p256dh = keys.text("p256dh"_L1).toLatin1();
    const QByteArray auth = keys.text("auth"_L1).toLatin1();
    const auto userAgent = body.optionalText("userAgent"_L1);
    body.takeFailures(keys);
    if (const auto failure = body.failure())
        return *failure;
    const Result<QUrl> url = ::Push::endpointUrl(endpoint);
    if (!url)
        return invalid(u"endpoint"_s, url.error().message);
    const auto receiver = ::Push::receiverFromText(p256dh, auth);
    if (!receiver)
        return invalid(u"keys"_s,
                       u"must contain p256dh (65 bytes of a P-256 point) and auth (16 bytes)"_s);
    Wish wish;
    wish.endpoint = *url;
    wish.subscription.userId = request.userId();
    wish.subscription.endpoint = url->toEncoded();
    wish.subscription.origin = ::Push::audienceOf(*url);
    wish.subscription.publicKey = receiver->publicKey;
    wish.subscription.authSecret = receiver->authSecret;
    wish.subscription.userAgent =
        userAgent.value_or(QString::fromUtf8(request.header("user-agent"))).left(longestUserAgent);
    return wish;
}

Result<Change, ApiFailure> unsubscribe(const Http::Request &request, Store::Session &session)
{
    Http::Body body(request.body);
    const QString endpoint = body.text("endpoint"_L1, { .max = longestEndpoint });
    if (const auto failure = body.failure())
        return *failure;
    const QByteArray stored = QUrl(endpoint, QUrl::StrictMode).toEncoded();
    Store::Transaction transaction(session);
    const Result<bool> removed =
        transaction.commit(Store::removePushSubscription(session, request.userId(), stored));
    if (!removed)
        return storageFailure(removed.error());
    Json::Writer json;
    json.beginObject().key("removed").value(*removed).endObject();
    return Change{ json.take(), *removed ? "unsubscribed" : "not subscribed" };
}

void writeTime(Json::Writer &json, std::optional<qint64> time)
{
    time ? json.value(Timestamp::toIso(*time)) : json.null();
}

Result<Json::Bytes, ApiFailure> list(const Http::Request &request, Store::Session &session,
                                     const QByteArray &ourKey)
{
    const auto all = Store::pushSubscriptionsOf(session, request.userId());
    if (!all)
        return storageFailure(all.error());
    Json::Writer json;
    json.beginArray();
    for (const Store::PushSubscription &one : *all) {
        json.beginObject().key("id").value(one.id);
        json.key("active").value(one.isActive && one.vapidKey == ourKey);
        json.key("endpoint").value(one.endpoint).key("userAgent").value(one.userAgent);
        json.key("createdAt").value(Timestamp::toIso(one.createdAt));
        json.key("updatedAt").value(Timestamp::toIso(one.updatedAt)).key("lastSuccessAt");
        writeTime(json, one.lastSuccessAt);
        json.key("lastStatusCode").value(one.lastStatus);
        json.key("failureCount").value(one.failures).endObject();
    }
    return json.endArray().take();
}

} // namespace

Push::Push(Store::Database &database, ::Push::Dispatcher *dispatcher, const ProbeLimit &probes,
           QObject *parent)
    : QObject(parent), m_database(database), m_dispatcher(dispatcher), m_probes(probes)
{
}

void Push::addRoutes(Http::Router &router)
{
    const auto add = [&](QByteArrayView method, const QByteArray &path, Http::Route route) {
        if (!m_dispatcher)
            route.handler = [](const Http::Request &, const Http::Reply &reply) {
                reply.fail(failed(ApiError::PushUnavailable));
            };
        router.add(method, path, std::move(route));
    };
    const Handlers handlers(m_database);
    const QByteArray key = m_dispatcher ? m_dispatcher->publicKey() : QByteArray();
    add("GET", "/api/v1/push/vapid-public-key",
        { .auth = Http::Auth::None,
          .handler = [key](const Http::Request &, const Http::Reply &reply) {
              Json::Writer json;
              json.beginObject().key("publicKey").value(key).endObject();
              reply.send(Http::Response::data(json.take()));
          } });
    add("POST", "/api/v1/push/subscribe",
        { .handler = [this](const Http::Request &request, const Http::Reply &reply) {
            subscribe(request, reply);
        } });
    add("POST", "/api/v1/push/unsubscribe", { .handler = handlers.writing(unsubscribe) });
    add("GET", "/api/v1/push/subscriptions",
        { .handler = handlers.reading([key](const Http::Request &request, Store::Session &session) {
            return list(request, session, key);
        }) });
    add("POST", "/api/v1/push/test",
        m_probes.limited(
            "push tests",
            { .handler = [this](const Http::Request &request, const Http::Reply &reply) {
                test(request, reply);
            } }));
}

QCoro::Task<> Push::subscribe(Http::Request request, Http::Reply reply)
{
    Result<Wish, ApiFailure> wish = readWish(request);
    if (!wish) {
        reply.fail(wish.error());
        co_return;
    }
    wish->subscription.vapidKey = m_dispatcher->publicKey();
    const Result<void> judged =
        co_await m_dispatcher->judge(wish->endpoint, wish->subscription.userId);
    if (judged)
        save(wish->subscription, reply);
    else if (judged.error().code == Error::Code::BadRequest)
        reply.fail(invalid(u"endpoint"_s, judged.error().message));
    else
        reply.fail(failed(ApiError::NotReady));
}

void Push::save(const Store::PushSubscription &subscription, const Http::Reply &reply)
{
    const bool accepted = m_database.write([subscription, reply](Store::Session &session) {
        Store::Transaction transaction(session);
        const auto saved =
            transaction.commit(Store::savePushSubscription(session, subscription, mostOfAUser));
        if (!saved) {
            reply.fail(storageFailure(saved.error()));
            return;
        }
        Json::Writer json;
        json.beginObject().key("id").value(saved->id).endObject();
        answer(reply, Change{ json.take(), "subscribed", saved->isNew ? 201 : 200 });
    });
    if (!accepted)
        reply.fail(failed(ApiError::Overloaded));
}

QCoro::Task<> Push::test(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body.isEmpty() ? QByteArray("{}") : request.body);
    ::Push::TestNotice notice;
    notice.title = body.optionalText("title"_L1, { .max = longestText }).value_or(QString());
    notice.body = body.optionalText("body"_L1, { .max = longestText }).value_or(QString());
    notice.icon = body.optionalText("icon"_L1, { .max = longestIcon }).value_or(QString());
    if (const auto failure = body.failure()) {
        reply.fail(*failure);
        co_return;
    }
    const Result<::Push::TestResult> result = co_await m_dispatcher->test(request.userId(), notice);
    if (!result) {
        reply.fail(storageFailure(result.error()));
        co_return;
    }
    Json::Writer json;
    json.beginObject().key("sent").value(result->sent).key("failed").value(result->failed);
    json.key("removed").value(result->removed).endObject();
    reply.send(Http::Response::data(json.take(), "sent"));
}

} // namespace Api
