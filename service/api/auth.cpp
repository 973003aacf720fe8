// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/auth.h"

#include "api/failure.h"
#include "api/firstuser.h"
#include "api/sessionjson.h"
#include "common/timestamp.h"
#include "http/body.h"
#include "store/db/transaction.h"
#include "store/people/revocations.h"
#include "store/people/visibility.h"

#include <QFile>
#include <QLoggingCategory>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

Q_LOGGING_CATEGORY(loginLog, "postrider.login", QtInfoMsg)

constexpr Http::TextRule nameRule{ .min = 1, .max = 256 };
constexpr Http::TextRule passwordRule{ .min = 1, .max = 1024 };

ApiFailure failure(ApiError error)
{
    return { .error = error, .message = {}, .details = {} };
}

/// The token of the request. These routes accept it in the Authorization header only.
QByteArrayView bearerToken(const QByteArray &authorization)
{
    const qsizetype space = authorization.indexOf(' ');
    return QByteArrayView(authorization).sliced(space + 1).trimmed();
}

/// Also deletes revocations of expired tokens: once per logout is often enough.
Result<void> revokeInTransaction(Store::Session &session, const QByteArray &jti, qint64 expiresAt)
{
    Store::Transaction tx(session);
    RETURN_IF_ERROR(Store::pruneRevocations(session));
    return tx.commit(Store::revokeToken(session, jti, expiresAt));
}

Result<Store::User> raisedUser(Store::Session &session, qint64 id)
{
    Store::Transaction tx(session);
    RETURN_IF_ERROR(Store::raiseTokenVersion(session, id));
    return tx.commit(Store::userById(session, id));
}

/// Stores a hash unless the password was changed since `old` was read.
Result<Store::User> replaceHash(Store::Session &session, const Store::User &old,
                                const QByteArray &hash, bool logOut)
{
    Store::Transaction tx(session);
    const Result<Store::User> now = Store::userById(session, old.id);
    RETURN_IF_ERROR(now);
    // With the same tokenVersion, another hash is only a rehash of the same password.
    if (now->passwordHash != old.passwordHash && now->tokenVersion != old.tokenVersion)
        return Error{ Error::Code::Conflict, u"The password was changed meanwhile."_s };
    RETURN_IF_ERROR(Store::setPasswordHash(session, old.id, hash, logOut));
    return tx.commit(Store::userById(session, old.id));
}

} // namespace

void Auth::addRoutes(Http::Router &router)
{
    using Http::Reply;
    using Http::Request;
    const auto add = [&](QByteArrayView method, const QByteArray &path, Http::Auth auth,
                         Http::Route::Handler handler) {
        Http::Route route;
        route.auth = auth;
        route.handler = std::move(handler);
        router.add(method, "/api/v1/auth/" + path, std::move(route));
    };
    add("POST", "login", Http::Auth::None,
        [this](const Request &request, const Reply &reply) { login(request, reply); });
    add("POST", "refresh", Http::Auth::Bearer,
        [this](const Request &request, const Reply &reply) { refresh(request, reply); });
    add("POST", "logout", Http::Auth::Bearer,
        [this](const Request &request, const Reply &reply) { logout(request, reply); });
    add("POST", "logout-all", Http::Auth::Bearer,
        [this](const Request &request, const Reply &reply) { logoutAll(request, reply); });
    add("POST", "password", Http::Auth::Bearer,
        [this](const Request &request, const Reply &reply) { changePassword(request, reply); });
    add("GET", "me", Http::Auth::Bearer,
        [this](const Request &request, const Reply &reply) { me(request, reply); });
}

QCoro::Task<> Auth::login(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    const QString username = body.text("username"_L1, nameRule);
    const QByteArray password = body.text("password"_L1, passwordRule).toUtf8();
    const bool remember = body.optionalBoolean("remember"_L1).value_or(false);
    if (const auto wrong = body.failure()) {
        reply.fail(*wrong);
        co_return;
    }
    const auto known = co_await authenticate(username, password, request.peer, reply);
    if (!known) {
        reply.fail(known.error());
        co_return;
    }
    const Store::User &user = known->user;
    qCInfo(loginLog, "login user=%lld", user.id);
    if (known->ownAccountsOnly)
        m_with.authenticator.noteOwnAccountsOnly();
    m_with.authenticator.noteUser(user);
    forgetFirstPassword(user);
    const IssuedToken issued = m_with.authenticator.issue(user, remember);
    reply.send(Http::Response::data(sessionJson(issued, user)));
    if (known->isHashOld)
        rehash(user, password);
}

QCoro::Task<Result<Auth::Known, ApiFailure>>
Auth::authenticate(QString username, QByteArray password, QHostAddress peer, Http::Reply reply)
{
    const Result<void, ApiFailure> admitted = co_await m_guard.admit(username, peer);
    CO_RETURN_IF_ERROR(admitted);
    auto byName = [username](Store::Session &session) -> Result<Known> {
        const Store::Snapshot snapshot(session);
        const Result<Store::User> user = Store::userByName(session, username);
        RETURN_IF_ERROR(user);
        const Result<bool> ownAccountsOnly = Store::ownAccountsOnly(session);
        RETURN_IF_ERROR(ownAccountsOnly);
        return Known{ .user = *user, .ownAccountsOnly = *ownAccountsOnly };
    };
    Result<Known> known = co_await m_with.database.reading(std::move(byName));
    if (!known && known.error().code != Error::Code::NotFound)
        co_return storageFailure(known.error());
    // For an unknown name a dummy hash is checked, so that the answer takes as long as for a known one.
    const QByteArray hash = known ? known->user.passwordHash : m_with.hasher.dummyHash();
    auto isWanted = [reply] {
        return reply.isWanted();
    };
    const auto check = co_await m_with.hasher.verify(password, hash, std::move(isWanted));
    CO_RETURN_IF_ERROR(check);
    if (!known || *check == Crypto::PasswordCheck::Wrong) {
        qCInfo(loginLog).noquote() << "refused login from" << peer.toString();
        co_return failure(ApiError::BadCredentials);
    }
    co_await m_guard.succeeded(username, peer);
    known->isHashOld = *check == Crypto::PasswordCheck::RightButRehash;
    co_return *std::move(known);
}

QCoro::Task<> Auth::rehash(Store::User user, QByteArray password)
{
    const auto hash = co_await m_with.hasher.hash(password);
    if (!hash)
        co_return;
    auto store = [user, hash = *hash](Store::Session &session) {
        return replaceHash(session, user, hash, false);
    };
    const Result<Store::User> stored = co_await m_with.database.writing(std::move(store));
    if (!stored)
        qCInfo(loginLog).noquote() << "cannot renew a password hash:" << stored.error().message;
}

void Auth::forgetFirstPassword(const Store::User &user)
{
    // The file is for the administrator, so the login of another user does not remove it.
    if (m_with.firstPasswordFile.isEmpty() || user.role != Store::Role::Admin)
        return;
    QFile::remove(m_with.firstPasswordFile);
    m_with.firstPasswordFile.clear();
}

void Auth::refresh(const Http::Request &request, const Http::Reply &reply)
{
    const QByteArray authorization = request.header("authorization");
    const auto issued = m_with.authenticator.renew(bearerToken(authorization));
    if (!issued)
        return reply.fail(issued.error());
    reply.send(Http::Response::data(
        sessionJson(*issued, request.principal->username, request.principal->role)));
}

QCoro::Task<> Auth::logout(Http::Request request, Http::Reply reply)
{
    const QByteArray jti = request.principal->jti.toLatin1();
    const qint64 until = request.principal->expiresAt;
    auto work = [jti, until](Store::Session &session) {
        return revokeInTransaction(session, jti, until);
    };
    const Result<void> revoked = co_await m_with.database.writing(std::move(work));
    if (!revoked) {
        reply.fail(storageFailure(revoked.error()));
        co_return;
    }
    // The answer is sent before noteRevoked(), which closes the event streams of this token.
    reply.send(Http::Response::data("null", "logged out"));
    m_with.authenticator.noteRevoked(jti, until);
}

QCoro::Task<> Auth::logoutAll(Http::Request request, Http::Reply reply)
{
    auto work = [id = request.userId()](Store::Session &session) {
        return raisedUser(session, id);
    };
    const Result<Store::User> user = co_await m_with.database.writing(std::move(work));
    if (!user) {
        reply.fail(storageFailure(user.error()));
        co_return;
    }
    reply.send(Http::Response::data("null", "logged out everywhere"));
    m_with.authenticator.noteUser(*user);
}

QCoro::Task<> Auth::changePassword(Http::Request request, Http::Reply reply)
{
    Http::Body body(request.body);
    const QByteArray oldPassword = body.text("old"_L1, passwordRule).toUtf8();
    const QByteArray newPassword = body.text("new"_L1, passwordRule).toUtf8();
    if (!body.failure() && !isAcceptablePassword(newPassword))
        body.fail(u"new"_s, u"must have 8 to 256 bytes"_s);
    if (const auto wrong = body.failure()) {
        reply.fail(*wrong);
        co_return;
    }
    const auto known =
        co_await authenticate(request.principal->username, oldPassword, request.peer, reply);
    if (!known) {
        reply.fail(known.error());
        co_return;
    }
    const auto hash = co_await m_with.hasher.hash(newPassword);
    if (!hash) {
        reply.fail(hash.error());
        co_return;
    }
    auto store = [old = known->user, hash = *hash](Store::Session &session) {
        return replaceHash(session, old, hash, true);
    };
    const Result<Store::User> changed = co_await m_with.database.writing(std::move(store));
    if (!changed) {
        const bool isStale = changed.error().code == Error::Code::Conflict;
        reply.fail(isStale ? failure(ApiError::BadCredentials) : storageFailure(changed.error()));
        co_return;
    }
    qCInfo(loginLog, "password changed user=%lld", changed->id);
    m_with.authenticator.noteUser(*changed);
    const IssuedToken issued = m_with.authenticator.issue(*changed, false);
    reply.send(Http::Response::data(sessionJson(issued, *changed), "password changed"));
}

void Auth::me(const Http::Request &request, const Http::Reply &reply)
{
    const Http::Principal &principal = *request.principal;
    Json::Writer json;
    json.beginObject().key("id").value(principal.userId);
    json.key("username").value(principal.username).key("role").value(principal.role);
    json.key("expiresAt").value(Timestamp::toIso(principal.expiresAt)).endObject();
    reply.send(Http::Response::data(json.take()));
}

} // namespace Api
