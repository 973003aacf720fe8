// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/oauth.h"

#include "api/failure.h"
#include "oauth/pkce.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Api {

namespace {

using std::chrono::milliseconds;

constexpr Http::TextRule nameRule{ .min = 1, .max = 32 };
constexpr Http::TextRule handleRule{ .min = 1, .max = 100 };
constexpr Http::TextRule codeRule{ .min = 1, .max = 4096 };
constexpr Http::TextRule addressRule{ .min = 1, .max = 1000 };
constexpr milliseconds slowDownBy = 5s; ///< RFC 8628 3.5

qint64 inSeconds(milliseconds time)
{
    return std::chrono::ceil<std::chrono::seconds>(time).count();
}

/// The failure for the client, with a message for the user.
ApiFailure failureOf(const OAuth::TokenFailure &failure, const OAuth::Provider &provider)
{
    using Kind = OAuth::TokenFailure::Kind;
    const Error why = OAuth::errorOf(failure, provider.label);
    const bool isRefused = failure.kind == Kind::Grant || failure.kind == Kind::Denied
        || failure.kind == Kind::Expired;
    ApiFailure refused = failed(isRefused ? ApiError::OAuthRefused : ApiError::OAuthProviderFailed);
    refused.message = why.message;
    return refused;
}

QByteArray toJson(const OAuth::SignIn &signIn)
{
    const QJsonObject json{ { u"provider"_s, signIn.provider },
                            { u"verifier"_s, QString::fromLatin1(signIn.verifier) },
                            { u"redirectUri"_s, signIn.redirectUri } };
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

OAuth::SignIn signInOf(const QByteArray &value)
{
    const QJsonObject json = QJsonDocument::fromJson(value).object();
    return { json["provider"_L1].toString(), json["verifier"_L1].toString().toLatin1(),
             json["redirectUri"_L1].toString() };
}

/** A sign-in with a code that is typed in elsewhere. */
struct Device {
    QString provider;
    QByteArray deviceCode;
    milliseconds interval{ 0 };
    milliseconds life{ 0 };
};

QByteArray toJson(const Device &device)
{
    const QJsonObject json{ { u"provider"_s, device.provider },
                            { u"deviceCode"_s, QString::fromUtf8(device.deviceCode) },
                            { u"intervalMs"_s, qint64(device.interval.count()) },
                            { u"lifeMs"_s, qint64(device.life.count()) } };
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

Device deviceOf(const QByteArray &value)
{
    const QJsonObject json = QJsonDocument::fromJson(value).object();
    return { json["provider"_L1].toString(), json["deviceCode"_L1].toString().toUtf8(),
             milliseconds(json["intervalMs"_L1].toInteger()),
             milliseconds(json["lifeMs"_L1].toInteger()) };
}

int portOf(const QUrl &url)
{
    return url.port(url.scheme() == u"https" ? 443 : 80);
}

} // namespace

OAuthRoutes::OAuthRoutes(const Collaborators &with, const QString &publicUrl, QObject *parent)
    : QObject(parent), m_logins(with.logins), m_grants(with.grants), m_publicUrl(publicUrl),
      m_signIns(with.signIns), m_devices(with.devices), m_probes(with.probes)
{
}

void OAuthRoutes::addRoutes(Http::Router &router)
{
    const auto routeOf = [this](auto handler) {
        Http::Route route;
        route.handler = [this, handler](const Http::Request &request, const Http::Reply &reply) {
            (this->*handler)(request, reply);
        };
        return route;
    };
    const auto add = [&](QByteArrayView method, const QByteArray &path, auto handler) {
        router.add(method, path, routeOf(handler));
    };
    const auto addAsking = [&](const QByteArray &path, auto handler) {
        router.add("POST", path, m_probes.limited("oauth", routeOf(handler)));
    };
    // The routes that send a request to the provider. pollDevice() is limited by the device interval.
    add("GET", "/api/v1/oauth/providers", &OAuthRoutes::list);
    add("POST", "/api/v1/oauth/start", &OAuthRoutes::start);
    addAsking("/api/v1/oauth/finish", &OAuthRoutes::finish);
    addAsking("/api/v1/oauth/device", &OAuthRoutes::startDevice);
    add("POST", "/api/v1/oauth/device/poll", &OAuthRoutes::pollDevice);
}

void OAuthRoutes::list(const Http::Request &, const Http::Reply &reply) const
{
    Json::Writer json;
    json.beginArray();
    for (const OAuth::Provider &provider : m_logins.providers()) {
        json.beginObject().key("name").value(provider.name).key("label").value(provider.label);
        json.key("hasDeviceFlow").value(!provider.deviceUrl.isEmpty()).endObject();
    }
    reply.send(Http::Response::data(json.endArray().take()));
}

OAuth::Provider OAuthRoutes::readProvider(Http::Body &body) const
{
    const QString name = body.text("provider"_L1, nameRule);
    if (!name.isEmpty() && !m_logins.providers().contains(name))
        body.fail(u"provider"_s, u"is not a configured provider"_s);
    return m_logins.providers().value(name);
}

bool OAuthRoutes::isOurs(const QUrl &address) const
{
    return !m_publicUrl.isEmpty() && address.scheme() == m_publicUrl.scheme()
        && address.host() == m_publicUrl.host() && portOf(address) == portOf(m_publicUrl);
}

// Only addresses of this service or machine: another host that gets the code could sign in with it.
QString OAuthRoutes::readRedirect(Http::Body &body) const
{
    const auto given = body.optionalText("redirectUri"_L1, addressRule);
    if (!given && m_publicUrl.isEmpty())
        body.fail(u"redirectUri"_s, u"must be given, because public_url is not configured"_s);
    if (!given)
        return m_publicUrl.toString(QUrl::StripTrailingSlash) + u"/oauth/callback"_s;
    const QUrl address(*given, QUrl::StrictMode);
    const bool isHere = address.scheme() == u"http" && OAuth::isLoopbackHost(address.host());
    const bool isPlain = address.isValid() && address.userInfo().isEmpty() && !given->contains(u'@')
        && !address.hasFragment();
    if (!isPlain || !(isHere || isOurs(address)))
        body.fail(u"redirectUri"_s,
                  u"must be at this service's public address, or begin with http://127.0.0.1, "
                  "http://[::1] or http://localhost"_s);
    return *given;
}

QCoro::Task<> OAuthRoutes::start(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    const OAuth::Provider provider = readProvider(body);
    const QString email = body.optionalText("email"_L1, { .max = 320 }).value_or(QString());
    const OAuth::SignIn signIn{ provider.name, OAuth::newVerifier(), readRedirect(body) };
    if (const auto failure = body.failure()) {
        reply.fail(*failure);
        co_return;
    }
    const Result<QByteArray> state = co_await m_signIns.put(request.userId(), toJson(signIn));
    if (!state) {
        reply.fail(storageFailure(state.error()));
        co_return;
    }
    const QUrl address = OAuth::authorizationUrl(provider, signIn, *state, email);
    Json::Writer json;
    json.beginObject().key("authorizationUrl").value(address.toEncoded());
    json.key("state").value(*state);
    json.key("expiresIn").value(inSeconds(m_signIns.life())).endObject();
    reply.send(Http::Response::data(json.take(), "started"));
}

QCoro::Task<> OAuthRoutes::finish(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    const QByteArray state = body.text("state"_L1, handleRule).toUtf8();
    const auto error = body.optionalText("error"_L1, codeRule);
    const QString code = error ? QString() : body.text("code"_L1, codeRule);
    if (const auto failure = body.failure()) {
        reply.fail(*failure);
        co_return;
    }
    const Result<OAuth::Keeper::Found> begun = co_await m_signIns.take(request.userId(), state);
    if (!begun) {
        reply.fail(failedLookup(begun.error(), ApiError::OAuthStateUnknown));
        co_return;
    }
    const OAuth::SignIn signIn = signInOf(begun->value);
    if (error) {
        reply.fail(failed(ApiError::OAuthRefused));
        co_return;
    }
    const OAuth::Provider provider = m_logins.providers().value(signIn.provider);
    const Result<OAuth::Tokens, OAuth::TokenFailure> tokens =
        co_await m_logins.exchange(provider, signIn, code);
    if (tokens)
        co_await answerWithGrant(request.userId(), reply, provider, *tokens);
    else
        reply.fail(failureOf(tokens.error(), provider));
}

QCoro::Task<> OAuthRoutes::answerWithGrant(qint64 userId, Http::Reply reply,
                                           OAuth::Provider provider, OAuth::Tokens tokens)
{
    if (tokens.refreshToken.isEmpty()) { // the account would stop working after about an hour
        ApiFailure failure = failed(ApiError::OAuthProviderFailed);
        failure.message =
            u"%1 sent no refresh token: the operator has to request one with scopes or "
            "authorization_parameters in the configuration."_s.arg(provider.label);
        reply.fail(failure);
        co_return;
    }
    const Result<QByteArray> grant = co_await m_grants.add(userId, provider.name, tokens);
    if (!grant) {
        reply.fail(storageFailure(grant.error()));
        co_return;
    }
    Json::Writer json;
    json.beginObject().key("status").value("done").key("oauthGrant").value(*grant);
    json.key("expiresIn").value(inSeconds(m_grants.life())).endObject();
    reply.send(Http::Response::data(json.take(), "signed in"));
}

QCoro::Task<> OAuthRoutes::startDevice(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    const OAuth::Provider provider = readProvider(body);
    if (!provider.name.isEmpty() && provider.deviceUrl.isEmpty())
        body.fail(u"provider"_s, u"does not support the sign-in with a code; use /oauth/start"_s);
    if (const auto failure = body.failure()) {
        reply.fail(*failure);
        co_return;
    }
    const Result<OAuth::DeviceCode, OAuth::TokenFailure> code =
        co_await m_logins.askDevice(provider);
    if (!code) {
        reply.fail(failureOf(code.error(), provider));
        co_return;
    }
    const milliseconds life = std::min<milliseconds>(code->life, m_devices.life());
    const Device device{ provider.name, code->deviceCode, code->interval, life };
    const Result<QByteArray> handle = co_await m_devices.put(request.userId(), toJson(device));
    if (!handle) {
        reply.fail(storageFailure(handle.error()));
        co_return;
    }
    Json::Writer json;
    json.beginObject().key("userCode").value(code->userCode);
    json.key("verificationUrl").value(code->verificationUrl).key("verificationUrlComplete");
    code->completeUrl.isEmpty() ? json.null() : json.value(code->completeUrl);
    json.key("expiresIn").value(inSeconds(life)).key("interval").value(inSeconds(code->interval));
    json.key("handle").value(*handle).endObject();
    reply.send(Http::Response::data(json.take(), "started"));
}

QCoro::Task<> OAuthRoutes::pollDevice(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    const QByteArray handle = body.text("handle"_L1, handleRule).toUtf8();
    if (const auto failure = body.failure()) {
        reply.fail(*failure);
        co_return;
    }
    const qint64 userId = request.userId();
    const Result<OAuth::Keeper::Found> begun = co_await m_devices.find(userId, handle);
    if (!begun && begun.error().code != Error::Code::NotFound) {
        reply.fail(storageFailure(begun.error()));
        co_return;
    }
    const Device device = begun ? deviceOf(begun->value) : Device();
    if (!begun || begun->age >= device.life) {
        m_polls.remove(handle);
        co_await m_devices.remove(userId, handle);
        reply.fail(failed(ApiError::OAuthStateUnknown));
        co_return;
    }
    const auto stillPending = [reply](milliseconds interval) {
        Json::Writer json;
        json.beginObject().key("status").value("pending");
        json.key("interval").value(inSeconds(interval)).endObject();
        reply.send(Http::Response::data(json.take(), "not yet"));
    };
    const milliseconds now = OAuth::monotonicNow();
    forgetOldPolls(now);
    if (!m_polls.contains(handle))
        m_polls.insert(handle, { device.interval, now - begun->age + device.interval });
    Poll poll = m_polls.value(handle);
    if (now < poll.nextAt) { // one request in the interval that the provider named
        stillPending(poll.interval);
        co_return;
    }
    m_polls[handle].nextAt = now + device.life; // no second request while this one runs
    const OAuth::Provider provider = m_logins.providers().value(device.provider);
    const Result<OAuth::Tokens, OAuth::TokenFailure> tokens =
        co_await m_logins.pollDevice(provider, device.deviceCode);
    using Kind = OAuth::TokenFailure::Kind;
    const Kind kind = tokens ? Kind::Grant : tokens.error().kind;
    const bool isPending = !tokens && (kind == Kind::Pending || kind == Kind::SlowDown);
    const bool isOver = !isPending && kind != Kind::Away;
    if (kind == Kind::SlowDown)
        poll.interval += slowDownBy;
    poll.nextAt = OAuth::monotonicNow() + poll.interval;
    m_polls.insert(handle, poll);
    if (isOver) {
        m_polls.remove(handle);
        co_await m_devices.remove(userId, handle);
    }
    if (tokens)
        co_await answerWithGrant(userId, reply, provider, *tokens);
    else if (isPending)
        stillPending(poll.interval);
    else
        reply.fail(failureOf(tokens.error(), provider));
}

// Sign-ins that nobody asks for any more.
void OAuthRoutes::forgetOldPolls(milliseconds now)
{
    m_polls.removeIf([now, life = m_devices.life()](const auto &poll) {
        return poll.value().nextAt + life < now;
    });
}

} // namespace Api
