// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/accesstokens.h"

#include "oauth/log.h"
#include "oauth/refreshsecret.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace OAuth {

namespace {

constexpr std::chrono::milliseconds renewBefore = 60s;
constexpr std::chrono::milliseconds pauseAfterRefusal = 15min;

Error isStopped()
{
    return { Error::Code::Cancelled, u"The service is being stopped."_s };
}

Error isGone()
{
    return { Error::Code::SecretMissing,
             u"The stored sign-in of this account is missing: sign in again."_s };
}

Error isUnknown(const QString &provider)
{
    return {
        Error::Code::Server,
        u"The account was signed in at the provider [oauth.%1], which is not in the configuration "
        "any more: add that section, or sign in at another provider, or set a password."_s.arg(
            provider)
    };
}

} // namespace

AccessTokens::AccessTokens(Context context)
    : m_context(std::move(context)), m_client(m_context.calls, m_context.opened, this)
{
}

bool AccessTokens::isUsable(const Entry &entry, const TokenWish &wish) const
{
    return !entry.accessToken.isEmpty() && entry.accessToken != wish.refused && !entry.unsaved
        && m_context.now() < entry.renewAt;
}

void AccessTokens::keep(Entry &entry, const QByteArray &secretRef, const Unsaved &given) const
{
    const milliseconds life = given.tokens.life;
    entry.secretRef = secretRef;
    entry.accessToken = given.tokens.accessToken;
    entry.renewAt = given.givenAt + life - std::min(renewBefore, life / 2);
    entry.refusal.reset();
    entry.unsaved.reset();
}

void AccessTokens::adopt(qint64 accountId, QByteArray secretRef, Tokens tokens)
{
    Entry &entry = m_entries[accountId];
    entry.isForgotten = false;
    keep(entry, secretRef, { std::move(tokens), m_context.now() });
}

void AccessTokens::refuse(qint64 accountId, QByteArray token, Error why)
{
    Entry &entry = m_entries[accountId];
    if (entry.accessToken != token) // the entry has a newer token
        return;
    entry.accessToken.clear();
    entry.refusal = std::move(why);
    entry.refusedUntil = m_context.now() + pauseAfterRefusal;
}

void AccessTokens::forget(qint64 accountId)
{
    const auto found = m_entries.find(accountId);
    if (found == m_entries.end())
        return;
    if (!found->isRenewing) {
        m_entries.erase(found);
        return;
    }
    found->accessToken.clear();
    found->isForgotten = true; // renew() uses the entry until it ends
}

QCoro::Task<AccessTokens::Token> AccessTokens::token(TokenWish wish)
{
    Token given = co_await known(wish);
    // The renewal may have been started by another caller, without `wish.refused`. Then it may have
    // returned the refused token.
    if (given && *given == wish.refused) {
        Token again = co_await known(wish);
        given = std::move(again);
    }
    co_return given;
}

QCoro::Task<AccessTokens::Token> AccessTokens::known(TokenWish wish)
{
    if (m_isStopping)
        co_return isStopped();
    Entry &entry = m_entries[wish.accountId];
    if (entry.secretRef == wish.secretRef && isUsable(entry, wish)) {
        // A const copy: co_return of QCoro moves from everything that is not const, also from the entry.
        const QByteArray here = entry.accessToken;
        co_return here;
    }
    const Async::Completion<Token> mine;
    entry.waiting.append(mine);
    if (!entry.isRenewing) {
        entry.isRenewing = true;
        renew(std::move(wish));
    }
    Token given = co_await mine;
    co_return given;
}

QCoro::Task<void> AccessTokens::renew(TokenWish wish)
{
    ++m_running;
    const qint64 id = wish.accountId;
    const Token outcome = co_await renewed(std::move(wish));
    Entry &entry = m_entries[id];
    entry.isRenewing = false;
    const auto waiting = std::exchange(entry.waiting, {});
    const bool isGoneNow = !outcome && outcome.error().code == Error::Code::NotFound;
    if (isGoneNow || entry.isForgotten)
        m_entries.remove(id);
    for (const Async::Completion<Token> &one : waiting)
        one.finish(outcome);
    if (--m_running == 0 && m_isStopping)
        m_stopped.finish(true);
}

// Reads the row first: the caller's reference may be older than the one that was stored since, by us or by
// a new sign-in.
QCoro::Task<AccessTokens::Token> AccessTokens::renewed(TokenWish wish)
{
    auto load = [id = wish.accountId](Store::Session &session) {
        return Store::accountById(session, id);
    };
    const Result<Store::Account> account = co_await m_context.database.reading(std::move(load));
    CO_RETURN_IF_ERROR(account);
    if (account->authType != "oauth2")
        co_return Error{ Error::Code::Cancelled, u"The account logs in with a password now."_s };
    Entry &entry = m_entries[wish.accountId];
    if (entry.secretRef != account->secretRef) {
        entry.accessToken.clear();
        entry.refusal.reset();
        entry.unsaved.reset(); // it was stored after all, or the user signed in again
        entry.secretRef = account->secretRef;
    }
    if (isUsable(entry, wish)) {
        const QByteArray here = entry.accessToken;
        co_return here;
    }
    if (entry.refusal && m_context.now() < entry.refusedUntil) {
        const Error refusal = *entry.refusal;
        co_return refusal;
    }
    if (entry.unsaved) {
        const Unsaved unsaved = *entry.unsaved;
        const Token taken = co_await take(*account, unsaved);
        CO_RETURN_IF_ERROR(taken);
        // Again: the access token may have become too old while its refresh token could not be stored.
        Token now = co_await renewed(std::move(wish));
        co_return now;
    }
    Token given = co_await asked(*account);
    co_return given;
}

QCoro::Task<AccessTokens::Token> AccessTokens::asked(Store::Account account)
{
    const QString name = QString::fromLatin1(account.oauthProvider);
    const auto provider = m_context.providers.constFind(name);
    if (provider == m_context.providers.cend())
        co_return isUnknown(name);
    const QString ref = QString::fromLatin1(account.secretRef);
    const Result<QByteArray> refreshToken = co_await m_context.secrets.get(ref);
    if (!refreshToken && refreshToken.error().code == Error::Code::NotFound)
        co_return isGone();
    CO_RETURN_IF_ERROR(refreshToken);
    if (m_isStopping)
        co_return isStopped();
    const Result<Tokens, TokenFailure> given = co_await m_client.refresh(*provider, *refreshToken);
    if (!given) {
        const Error why = errorOf(given.error(), provider->label);
        if (!m_isStopping)
            qCInfo(logOAuth).noquote() << "account=" << account.id << why.message;
        if (why.code == Error::Code::SecretMissing) {
            Entry &entry = m_entries[account.id];
            entry.accessToken.clear();
            entry.refusal = why;
            entry.refusedUntil = milliseconds::max();
        }
        co_return why;
    }
    Unsaved fresh{ *given, m_context.now() };
    if (fresh.tokens.refreshToken == *refreshToken)
        fresh.tokens.refreshToken.clear();
    Token taken = co_await take(std::move(account), std::move(fresh));
    co_return taken;
}

// The old refresh token may be void from now on, so the new one is stored before anything else.
QCoro::Task<AccessTokens::Token> AccessTokens::take(Store::Account account, Unsaved given)
{
    QByteArray ref = account.secretRef;
    const QByteArray refreshToken = given.tokens.refreshToken;
    if (!refreshToken.isEmpty()) {
        m_entries[account.id].unsaved = given;
        m_entries[account.id].secretRef = account.secretRef;
        const Result<QByteArray> replaced = co_await replaceRefreshToken(
            &m_context.database, &m_context.secrets, account.id, account.secretRef, refreshToken);
        const bool isReplaced = replaced.ok();
        if (!isReplaced && replaced.error().code != Error::Code::Conflict) {
            qCWarning(logOAuth).noquote()
                << "account=" << account.id
                << "the new refresh token could not be stored yet:" << replaced.error().message;
            co_return replaced.error();
        }
        if (!isReplaced) { // the user signed in again meanwhile: those tokens are used
            m_entries[account.id].unsaved.reset();
            co_return Error{ Error::Code::Cancelled, u"The account was changed meanwhile."_s };
        }
        ref = *replaced;
    }
    keep(m_entries[account.id], ref, given);
    co_return given.tokens.accessToken;
}

QCoro::Task<void> AccessTokens::stopAll()
{
    m_isStopping = true;
    m_client.abort();
    if (m_running > 0)
        co_await m_stopped;
}

} // namespace OAuth
