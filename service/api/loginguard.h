// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/loginthrottle.h"
#include "common/apierror.h"
#include "store/db/database.h"

namespace Api {

/**
 * Decides whether a password may be checked. The throttle of this service decides first; what it refuses costs the
 * database nothing. If several services use the database, the tries at all of them are then counted there.
 * On the http thread; the collaborators outlive it.
 */
class LoginGuard
{
public:
    LoginGuard(Store::Database &database, LoginThrottle &throttle)
        : m_database(database), m_throttle(throttle)
    {
    }

    /// TooManyLogins with the seconds to wait; StorageUnavailable if the database cannot count; Overloaded.
    QCoro::Task<Result<void, ApiFailure>> admit(QString username, QHostAddress address);

    /// The password was right: the free tries of the name from that address are restored.
    QCoro::Task<> succeeded(QString username, QHostAddress address);

private:
    QCoro::Task<Result<LoginsOfAll>> count(QString username, QHostAddress address);

    Store::Database &m_database;
    LoginThrottle &m_throttle;
    Async::Slots m_places{
        4
    }; ///< so that a flood of tries does not delay what else the nodes agree on
    int m_waiting = 0;
};

} // namespace Api
