// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/accountconnection.h"
#include "sync/accountpause.h"
#include "sync/accountreport.h"
#include "sync/accountrequests.h"
#include "sync/accountrow.h"
#include "sync/context.h"
#include "sync/wake.h"

namespace Sync {

/**
 * Waits for changes between the passes of one connection: with IDLE, or if the server has none or
 * refuses it, for the next time to poll. Lives on a sync thread, as long as the connection.
 */
class AccountWait
{
public:
    AccountWait(const Settings &settings, const Clock &clock, const AccountRow &account,
                const AccountConnection &connection, const AccountRequests &requests,
                AccountReport &report, AccountPause &pause)
        : m_settings(settings), m_clock(clock), m_account(account), m_connection(connection),
          m_requests(requests), m_report(report), m_pause(pause)
    {
    }

    /// Ends at once with Asked if something is requested. `lastFullMs`: when all folders were compared;
    /// the next pass over all of them is due some time later. Errors: those of a session that ended.
    QCoro::Task<Result<Wake>> forChange(qint64 lastFullMs);

private:
    bool isAsked() const; ///< something is requested
    bool canIdle() const;
    std::chrono::milliseconds passEvery() const;
    QCoro::Task<Result<Wake>> idle(qint64 lastFullMs);
    QCoro::Task<Wake> poll();

    const Settings &m_settings;
    const Clock &m_clock;
    const AccountRow &m_account;
    const AccountConnection &m_connection;
    const AccountRequests &m_requests;
    AccountReport &m_report;
    AccountPause &m_pause;
    bool m_isIdleRefused = false; ///< the server offers IDLE but refuses it
};

} // namespace Sync
