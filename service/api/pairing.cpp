// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/pairing.h"

#include "api/failure.h"
#include "api/handlers.h"
#include "api/sessionjson.h"
#include "common/jsonwriter.h"
#include "common/proof.h"
#include "common/runtimefolder.h"
#include "crypto/base64url.h"
#include "crypto/digest.h"
#include "crypto/random.h"
#include "http/body.h"

#include <QDir>
#include <QLoggingCategory>
#include <QSaveFile>
#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

Q_LOGGING_CATEGORY(logPairing, "postrider.pairing", QtInfoMsg)

constexpr int codeBytes = 32;
constexpr Http::TextRule codeRule{ .min = 1, .max = 256 };
constexpr Http::TextRule nonceRule{ .min = 43, .max = 43 }; // 32 bytes in base64url
constexpr qint64 nonceBodyBytes = 1024;

/// The administrator with the lowest id: on a desktop the only user.
Result<Store::User> firstAdmin(Store::Session &session)
{
    const Result<QList<Store::User>> users = Store::users(session);
    RETURN_IF_ERROR(users);
    for (const Store::User &user : *users) {
        if (user.role == Store::Role::Admin)
            return user;
    }
    return Error{ Error::Code::NotFound, u"There is no administrator."_s };
}

ApiFailure onlyFromHere(const QString &what)
{
    ApiFailure refused = failed(ApiError::Forbidden);
    refused.message = what;
    return refused;
}

/// Whether a program of this machine sent the request, not through a proxy. A proxy on this machine that
/// does not name its client (`unknown`), or is not in trusted_proxies, is recognised by these headers only.
bool isFromHere(const Http::Request &request)
{
    const auto isOfProxy = [](const auto &field) {
        return field.first == "x-forwarded-for" || field.first == "forwarded";
    };
    return request.peer.isLoopback() && std::ranges::none_of(request.headers, isOfProxy);
}

Error cannotWrite(const QString &file, const QString &why)
{
    return { Error::Code::Storage, u"cannot write the pairing file %1: %2"_s.arg(file, why) };
}

} // namespace

QString pairingFile()
{
    return runtimeFolder() + u"/postrider/pair.json"_s;
}

Pairing::~Pairing()
{
    if (!m_code.isEmpty())
        QFile::remove(m_with.file);
}

void Pairing::addRoutes(Http::Router &router)
{
    Http::Route route;
    route.auth = Http::Auth::None;
    route.handler = [this](const Http::Request &request, const Http::Reply &reply) {
        pair(request, reply);
    };
    router.add("POST", "/api/v1/auth/pair", std::move(route));

    Http::Route proof;
    proof.auth = Http::Auth::None;
    proof.bodyLimit = nonceBodyBytes;
    proof.handler = [this](const Http::Request &request, const Http::Reply &reply) {
        prove(request, reply);
    };
    router.add("POST", "/api/v1/auth/proof", std::move(proof));
}

Result<void> Pairing::announce(const QString &address)
{
    m_address = address;
    m_secret = Crypto::randomBytes(Proof::secretBytes);
    return renew();
}

Result<void> Pairing::renew()
{
    m_code = Crypto::toBase64Url(Crypto::randomBytes(codeBytes));
    const QString folder = QFileInfo(m_with.file).path();
    constexpr auto ownersOnly = QFile::ReadOwner | QFile::WriteOwner;
    if (!QDir().mkpath(folder) || !QFile::setPermissions(folder, ownersOnly | QFile::ExeOwner))
        return cannotWrite(m_with.file, u"its folder cannot be created or made private"_s);
    Json::Writer json;
    json.beginObject().key("url").value(m_address).key("code").value(m_code);
    json.key("proof").value(Proof::toText(m_secret)).endObject();
    QSaveFile file(m_with.file); // readers get the old or the new file, never a part
    if (!file.open(QFile::WriteOnly) || !file.setPermissions(ownersOnly)
        || file.write(json.take() + '\n') < 0 || !file.commit())
        return cannotWrite(m_with.file, file.errorString());
    return {};
}

QCoro::Task<> Pairing::pair(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    const QByteArray code = body.text("code"_L1, codeRule).toUtf8();
    if (const auto wrong = body.failure()) {
        reply.fail(*wrong);
        co_return;
    }
    if (!isFromHere(request)) {
        reply.fail(onlyFromHere(u"Pairing works on the service's own machine only."_s));
        co_return;
    }
    // Checked before the throttle (see the class): wrong codes must not lock out the right one.
    if (m_code.isEmpty() || !Crypto::equalConstantTime(code, m_code)) {
        reply.fail(wrongCode(request.peer));
        co_return;
    }
    const Result<void> renewed = renew(); // first, because a code works only once
    if (!renewed) {
        m_code.clear();
        qCWarning(logPairing).noquote() << renewed.error().message;
    }
    auto find = [](Store::Session &session) {
        return firstAdmin(session);
    };
    const Result<Store::User> user = co_await m_with.database.reading(std::move(find));
    if (!user) {
        reply.fail(storageFailure(user.error()));
        co_return;
    }
    qCInfo(logPairing, "paired user=%lld", user->id);
    m_with.authenticator.noteUser(*user);
    reply.send(Http::Response::data(sessionJson(m_with.authenticator.issue(*user, false), *user)));
}

ApiFailure Pairing::wrongCode(const QHostAddress &peer)
{
    const int wait = m_with.throttle.admit(u"(pairing)"_s, peer);
    ApiFailure refused = failed(wait > 0 ? ApiError::TooManyLogins : ApiError::BadCredentials);
    refused.retryAfterSeconds = wait;
    return refused;
}

void Pairing::prove(const Http::Request &request, const Http::Reply &reply)
{
    Http::Body body(request.body);
    const QByteArray text = body.text("nonce"_L1, nonceRule).toUtf8();
    const QByteArray nonce = Proof::fromText(text, Proof::nonceBytes);
    if (nonce.isEmpty() && !body.failure())
        body.fail(u"nonce"_s, u"must be 32 bytes in base64url without padding"_s);
    if (const auto wrong = body.failure()) {
        reply.fail(*wrong);
        return;
    }
    if (!isFromHere(request)) {
        reply.fail(onlyFromHere(u"A proof is given on the service's own machine only."_s));
        return;
    }
    if (m_secret.isEmpty()) {
        reply.fail(
            onlyFromHere(u"This service has no pairing file, so it cannot prove its identity."_s));
        return;
    }
    const QByteArray proof = Proof::of(m_secret, QUrl(m_address).authority(), nonce);
    Json::Writer json;
    json.beginObject().key("proof").value(Proof::toText(proof)).endObject();
    reply.send(Http::Response::data(json.take()));
}

} // namespace Api
