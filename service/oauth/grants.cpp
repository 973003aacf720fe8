// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/grants.h"

using namespace Qt::StringLiterals;

namespace OAuth {

namespace {

Error isNone()
{
    return { Error::Code::NotFound,
             u"The sign-in has expired or was used already: sign in again."_s };
}

} // namespace

QByteArray Grants::add(qint64 userId, const QString &provider, const Tokens &tokens)
{
    return m_kept.put(userId, Kept{ Grant{ provider, tokens, monotonicNow() } });
}

Grants::Kept *Grants::freeOne(qint64 userId, const QByteArray &handle)
{
    Kept *kept = m_kept.find(userId, handle);
    return kept && !kept->isHeld ? kept : nullptr;
}

QCoro::Task<Result<Grant>> Grants::find(qint64 userId, QByteArray handle)
{
    const Kept *kept = freeOne(userId, handle);
    if (!kept)
        co_return isNone();
    const std::shared_ptr<Async::Slots> turn = kept->turn;
    const Async::Slots::Lease lease = co_await turn->acquire();
    Result<Grant> grant = co_await renewed(userId, std::move(handle));
    co_return grant;
}

QCoro::Task<Result<Grant>> Grants::renewed(qint64 userId, QByteArray handle)
{
    const Kept *kept = freeOne(userId, handle);
    if (!kept)
        co_return isNone();
    Grant grant = kept->grant;
    const std::chrono::milliseconds life = grant.tokens.life;
    if (monotonicNow() < grant.givenAt + life / 2)
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
    Kept *now = m_kept.find(userId, handle);
    if (now)
        now->grant = grant;
    co_return grant;
}

std::optional<Grant> Grants::hold(qint64 userId, const QByteArray &handle)
{
    Kept *kept = freeOne(userId, handle);
    if (!kept)
        return std::nullopt;
    kept->isHeld = true;
    return kept->grant;
}

void Grants::release(qint64 userId, const QByteArray &handle)
{
    if (Kept *kept = m_kept.find(userId, handle))
        kept->isHeld = false;
}

void Grants::spend(qint64 userId, const QByteArray &handle)
{
    m_kept.take(userId, handle);
}

} // namespace OAuth
