// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/grants.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace OAuth {

namespace {

Error isNone()
{
    return { Error::Code::NotFound,
             u"The sign-in has expired or was used already: sign in again."_s };
}

QByteArray toJson(const QString &provider, const Tokens &tokens)
{
    const QJsonObject json{ { u"provider"_s, provider },
                            { u"accessToken"_s, QString::fromUtf8(tokens.accessToken) },
                            { u"refreshToken"_s, QString::fromUtf8(tokens.refreshToken) },
                            { u"seconds"_s, qint64(tokens.life.count()) } };
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

Grant grantOf(const Keeper::Found &found)
{
    const QJsonObject json = QJsonDocument::fromJson(found.value).object();
    Grant grant;
    grant.provider = json[u"provider"_s].toString();
    grant.tokens.accessToken = json[u"accessToken"_s].toString().toUtf8();
    grant.tokens.refreshToken = json[u"refreshToken"_s].toString().toUtf8();
    grant.tokens.life = std::chrono::seconds(json[u"seconds"_s].toInteger());
    grant.givenAt = monotonicNow() - found.age;
    return grant;
}

} // namespace

QCoro::Task<Result<QByteArray>> Grants::add(qint64 userId, QString provider, Tokens tokens)
{
    Result<QByteArray> handle = co_await m_kept.put(userId, toJson(provider, tokens));
    co_return handle;
}

QCoro::Task<Result<bool>> Grants::has(qint64 userId, QByteArray handle)
{
    const Result<Keeper::Found> found = co_await m_kept.find(userId, handle);
    if (!found && found.error().code != Error::Code::NotFound)
        co_return found.error();
    co_return found.ok();
}

QCoro::Task<Result<Grant>> Grants::find(qint64 userId, QByteArray handle)
{
    const std::shared_ptr<Async::Slots> turn = turnOf(handle);
    const Async::Slots::Lease lease = co_await turn->acquire();
    Result<Grant> grant = co_await renewed(userId, std::move(handle));
    co_return grant;
}

std::shared_ptr<Async::Slots> Grants::turnOf(const QByteArray &handle)
{
    m_turns.removeIf([](const auto &turn) { return turn.value().expired(); });
    std::shared_ptr<Async::Slots> turn = m_turns.value(handle).lock();
    if (!turn) {
        turn = std::make_shared<Async::Slots>(1);
        m_turns.insert(handle, turn);
    }
    return turn;
}

QCoro::Task<Result<Grant>> Grants::renewed(qint64 userId, QByteArray handle)
{
    const Result<Keeper::Found> found = co_await m_kept.find(userId, handle);
    if (!found)
        co_return found.error().code == Error::Code::NotFound ? isNone() : found.error();
    Grant grant = grantOf(*found);
    if (found->age < std::chrono::milliseconds(grant.tokens.life) / 2)
        co_return grant;
    const Provider provider = m_logins.providers().value(grant.provider);
    const Result<Tokens, TokenFailure> given =
        co_await m_logins.refresh(provider, grant.tokens.refreshToken);
    if (!given)
        co_return errorOf(given.error(), provider.label);
    const QByteArray refreshToken = grant.tokens.refreshToken;
    grant.tokens = *given;
    if (grant.tokens.refreshToken.isEmpty())
        grant.tokens.refreshToken = refreshToken;
    grant.givenAt = monotonicNow();
    const Result<void> kept =
        co_await m_kept.replace(userId, handle, toJson(grant.provider, grant.tokens));
    CO_RETURN_IF_ERROR(kept); // the provider may have replaced the refresh token that is kept
    co_return grant;
}

QCoro::Task<Result<Grant>> Grants::hold(qint64 userId, QByteArray handle)
{
    const Result<Keeper::Found> found = co_await m_kept.hold(userId, handle);
    if (!found)
        co_return found.error().code == Error::Code::NotFound ? isNone() : found.error();
    co_return grantOf(*found);
}

QCoro::Task<> Grants::release(qint64 userId, QByteArray handle)
{
    const Result<void> released = co_await m_kept.release(userId, handle);
    Q_UNUSED(released) // if it failed, the user signs in again
}

QCoro::Task<> Grants::spend(qint64 userId, QByteArray handle)
{
    const Result<void> removed = co_await m_kept.remove(userId, handle);
    Q_UNUSED(removed) // it stays held until it is over
}

} // namespace OAuth
