// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/authenticator.h"
#include "api/loginguard.h"
#include "api/passwordhasher.h"
#include "http/router.h"
#include "store/db/database.h"

namespace Api {

/**
 * The resource /api/v1/auth: login, refresh, logout, logout-all, password, me. Its handlers run on
 * the http thread and wait for the database and the hash without blocking it. The collaborators
 * outlive it, and it outlives every request.
 */
class Auth
{
public:
    struct Collaborators {
        Store::Database &database;
        Authenticator &authenticator;
        PasswordHasher &hasher;
        LoginThrottle &throttle;
        QString firstPasswordFile; ///< removed after the first login of `admin`; may be absent
    };

    explicit Auth(Collaborators with)
        : m_with(std::move(with)), m_guard(m_with.database, m_with.throttle)
    {
    }

    void addRoutes(Http::Router &router);

private:
    /** The user whose password was right. */
    struct Known {
        Store::User user;
        bool isHashOld = false;       ///< stored at another cost than new ones
        bool ownAccountsOnly = false; ///< the visibility when the user was read
    };

    QCoro::Task<> login(Http::Request request, Http::Reply reply);
    QCoro::Task<> logout(Http::Request request, Http::Reply reply);
    QCoro::Task<> logoutAll(Http::Request request, Http::Reply reply);
    QCoro::Task<> changePassword(Http::Request request, Http::Reply reply);
    void refresh(const Http::Request &request, const Http::Reply &reply);
    void me(const Http::Request &request, const Http::Reply &reply);

    /// The user with this name and password; checks the throttle first.
    QCoro::Task<Result<Known, ApiFailure>> authenticate(QString username, QByteArray password,
                                                        QHostAddress peer, Http::Reply reply);
    QCoro::Task<> rehash(Store::User user, QByteArray password);
    void forgetFirstPassword(const Store::User &user);

    Collaborators m_with;
    LoginGuard m_guard;
};

} // namespace Api
