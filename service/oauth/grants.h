// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "oauth/logins.h"

namespace OAuth {

/** What a person has granted and no account has yet. */
struct Grant {
    QString provider;
    Tokens tokens;
    std::chrono::milliseconds givenAt{ 0 };
};

/**
 * Sign-ins that are done, until an account takes them: 10 min in memory, known by a handle to the user
 * who signed in. Lives on the http thread.
 */
class Grants
{
public:
    explicit Grants(Logins &logins) : m_logins(logins) { }

    QByteArray add(qint64 userId, const QString &provider, const Tokens &tokens);
    std::chrono::milliseconds life() const { return m_kept.life(); }

    bool has(qint64 userId, const QByteArray &handle) { return freeOne(userId, handle); }

    /// With an access token that is good now. NotFound: there is no such grant, or an account has it;
    /// otherwise as errorOf().
    QCoro::Task<Result<Grant>> find(qint64 userId, QByteArray handle);

    /// For one account; until release() or spend() nobody else finds it. Nothing: there is none.
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
