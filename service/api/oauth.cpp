// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/oauth.h"

#include "oauth/pkce.h"

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

int portOf(const QUrl &url)
{
    return url.port(url.scheme() == u"https" ? 443 : 80);
}

} // namespace

OAuthRoutes::OAuthRoutes(OAuth::Logins &logins, OAuth::Grants &grants, const QString &publicUrl,
                         int perMinute, QObject *parent)
    : QObject(parent), m_logins(logins), m_grants(grants), m_publicUrl(publicUrl),
      m_perMinute(perMinute)
{
}

void OAuthRoutes::addRoutes(Http::Router &router)
{
    const auto add = [&](QByteArrayView method, const QByteArray &path, Http::RouteRate rate,
                         auto handler) {
        Http::Route route;
        route.rate = rate;
        route.handler = [this, handler](const Http::Request &request, const Http::Reply &reply) {
            (this->*handler)(request, reply);
        };
        router.add(method, path, std::move(route));
    };
    // The routes that send a request to the provider. pollDevice() is limited by the device interval.
    const Http::RouteRate asking{ .calls = m_perMinute, .perSeconds = 60, .bucket = "oauth" };
    add("GET", "/api/v1/oauth/providers", {}, &OAuthRoutes::list);
    add("POST", "/api/v1/oauth/start", {}, &OAuthRoutes::start);
    add("POST", "/api/v1/oauth/finish", asking, &OAuthRoutes::finish);
    add("POST", "/api/v1/oauth/device", asking, &OAuthRoutes::startDevice);
    add("POST", "/api/v1/oauth/device/poll", {}, &OAuthRoutes::pollDevice);
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

void OAuthRoutes::start(const Http::Request &request, const Http::Reply &reply)
{
    Http::Body body(request.body);
    const OAuth::Provider provider = readProvider(body);
    const QString email = body.optionalText("email"_L1, { .max = 320 }).value_or(QString());
    const OAuth::SignIn signIn{ provider.name, OAuth::newVerifier(), readRedirect(body) };
    if (const auto failure = body.failure()) {
        reply.fail(*failure);
        return;
    }
    const QByteArray state = m_signIns.put(request.userId(), signIn);
    const QUrl address = OAuth::authorizationUrl(provider, signIn, state, email);
    Json::Writer json;
    json.beginObject().key("authorizationUrl").value(address.toEncoded());
    json.key("state").value(state);
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
    const std::optional<OAuth::SignIn> signIn = m_signIns.take(request.userId(), state);
    if (!signIn) {
        reply.fail(failed(ApiError::OAuthStateUnknown));
        co_return;
    }
    if (error) {
        reply.fail(failed(ApiError::OAuthRefused));
        co_return;
    }
    const OAuth::Provider provider = m_logins.providers().value(signIn->provider);
    const Result<OAuth::Tokens, OAuth::TokenFailure> tokens =
        co_await m_logins.exchange(provider, *signIn, code);
    if (tokens)
        answerWithGrant(request, reply, provider, *tokens);
    else
        reply.fail(failureOf(tokens.error(), provider));
}

void OAuthRoutes::answerWithGrant(const Http::Request &request, const Http::Reply &reply,
                                  const OAuth::Provider &provider, const OAuth::Tokens &tokens)
{
    if (tokens.refreshToken.isEmpty()) { // the account would stop working after about an hour
        ApiFailure failure = failed(ApiError::OAuthProviderFailed);
        failure.message =
            u"%1 sent no refresh token: the operator has to request one with scopes or "
            "authorization_parameters in the configuration."_s.arg(provider.label);
        reply.fail(failure);
        return;
    }
    const QByteArray grant = m_grants.add(request.userId(), provider.name, tokens);
    Json::Writer json;
    json.beginObject().key("status").value("done").key("oauthGrant").value(grant);
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
    const milliseconds now = OAuth::monotonicNow();
    const QByteArray handle = m_devices.put(
        request.userId(),
        { provider.name, code->deviceCode, code->interval, now + code->interval, now + life });
    Json::Writer json;
    json.beginObject().key("userCode").value(code->userCode);
    json.key("verificationUrl").value(code->verificationUrl).key("verificationUrlComplete");
    code->completeUrl.isEmpty() ? json.null() : json.value(code->completeUrl);
    json.key("expiresIn").value(inSeconds(life)).key("interval").value(inSeconds(code->interval));
    json.key("handle").value(handle).endObject();
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
    Device *device = m_devices.find(userId, handle);
    const milliseconds now = OAuth::monotonicNow();
    if (!device || device->endsAt <= now) {
        m_devices.take(userId, handle);
        reply.fail(failed(ApiError::OAuthStateUnknown));
        co_return;
    }
    const auto stillPending = [reply](milliseconds interval) {
        Json::Writer json;
        json.beginObject().key("status").value("pending");
        json.key("interval").value(inSeconds(interval)).endObject();
        reply.send(Http::Response::data(json.take(), "not yet"));
    };
    if (now < device->nextAt) { // one request in the interval that the provider named
        stillPending(device->interval);
        co_return;
    }
    device->nextAt = device->endsAt; // no second request while this one runs
    const OAuth::Provider provider = m_logins.providers().value(device->provider);
    const QByteArray deviceCode = device->deviceCode;
    const Result<OAuth::Tokens, OAuth::TokenFailure> tokens =
        co_await m_logins.pollDevice(provider, deviceCode);
    using Kind = OAuth::TokenFailure::Kind;
    const Kind kind = tokens ? Kind::Grant : tokens.error().kind;
    const bool isPending = !tokens && (kind == Kind::Pending || kind == Kind::SlowDown);
    const bool isOver = !isPending && kind != Kind::Away;
    device = m_devices.find(userId, handle);
    if (isOver)
        m_devices.take(userId, handle);
    else if (device) {
        if (kind == Kind::SlowDown)
            device->interval += slowDownBy;
        device->nextAt = OAuth::monotonicNow() + device->interval;
    }
    if (tokens)
        answerWithGrant(request, reply, provider, *tokens);
    else if (isPending)
        stillPending(device ? device->interval : slowDownBy);
    else
        reply.fail(failureOf(tokens.error(), provider));
}

} // namespace Api
