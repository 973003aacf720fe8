// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "oauth/keeper.h"
#include "oauth/logins.h"

#include <QHash>

namespace OAuth {

/** A completed sign-in that no account uses yet. */
struct Grant {
    QString provider;
    Tokens tokens;
    std::chrono::milliseconds givenAt{ 0 };
};

/**
 * Completed sign-ins that no account uses yet. Kept for 10 min. Only the user that signed in
 * can use them, by a handle. Lives on the http thread.
 */
class Grants
{
public:
    /// `kept` keeps nothing else.
    Grants(Logins &logins, Keeper &kept) : m_logins(logins), m_kept(kept) { }

    QCoro::Task<Result<QByteArray>> add(qint64 userId, QString provider, Tokens tokens);
    std::chrono::milliseconds life() const { return m_kept.life(); }

    QCoro::Task<Result<bool>> has(qint64 userId, QByteArray handle);

    /// Returns the grant with a valid access token. NotFound: there is no such grant, or an account uses
    /// it. Other errors: see errorOf().
    QCoro::Task<Result<Grant>> find(qint64 userId, QByteArray handle);

    /// Reserves the grant for one account: until release() or spend() no other call finds it. NotFound:
    /// there is no such grant.
    QCoro::Task<Result<Grant>> hold(qint64 userId, QByteArray handle);
    QCoro::Task<> release(qint64 userId, QByteArray handle);
    QCoro::Task<> spend(qint64 userId, QByteArray handle);

private:
    std::shared_ptr<Async::Slots> turnOf(const QByteArray &handle);
    QCoro::Task<Result<Grant>> renewed(qint64 userId, QByteArray handle);

    Logins &m_logins;
    Keeper &m_kept;
    QHash<QByteArray, std::weak_ptr<Async::Slots>> m_turns; ///< one renewal of a grant at a time
};

} // namespace OAuth
