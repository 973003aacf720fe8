// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "oauth/logins.h"

namespace OAuth {

/** A completed sign-in that no account uses yet. */
struct Grant {
    QString provider;
    Tokens tokens;
    std::chrono::milliseconds givenAt{ 0 };
};

/**
 * Completed sign-ins that no account uses yet. Kept in memory for 10 min. Only the user that signed in
 * can use them, by a handle. Lives on the http thread.
 */
class Grants
{
public:
    explicit Grants(Logins &logins) : m_logins(logins) { }

    QByteArray add(qint64 userId, const QString &provider, const Tokens &tokens);
    std::chrono::milliseconds life() const { return m_kept.life(); }

    bool has(qint64 userId, const QByteArray &handle) { return freeOne(userId, handle); }

    /// Returns the grant with a valid access token. NotFound: there is no such grant, or an account uses
    /// it. Other errors: see errorOf().
    QCoro::Task<Result<Grant>> find(qint64 userId, QByteArray handle);

    /// Reserves the grant for one account: until release() or spend() no other call finds it. Nothing:
    /// there is no such grant.
    std::optional<Grant> hold(qint64 userId, const QByteArray &handle);
    void release(qint64 userId, const QByteArray &handle);
    void spend(qint64 userId, const QByteArray &handle);

private:
    struct Kept {
        Grant grant;
        bool isHeld = false;
        std::shared_ptr<Async::Slots> turn = std::make_shared<Async::Slots>(1);
    };

    Kept *freeOne(qint64 userId, const QByteArray &handle);
    QCoro::Task<Result<Grant>> renewed(qint64 userId, QByteArray handle);

    Logins &m_logins;
    Handles<Kept> m_kept{ std::chrono::minutes(10) };
};

} // namespace OAuth
