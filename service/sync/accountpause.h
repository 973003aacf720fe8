// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "sync/accountrequests.h"
#include "sync/wake.h"

#include <functional>

namespace Sync {

/** A wait of an account in which nothing is expected from its server. Lives on a sync thread. */
class AccountPause
{
public:
    /// `context` owns the timer.
    AccountPause(const AccountRequests &requests, std::function<bool()> isStopping,
                 QObject *context)
        : m_requests(requests), m_isStopping(std::move(isStopping)), m_context(context)
    {
    }

    /// Elapsed after `time`, which may be the longest there is. Asked after end(), and at once if a
    /// pass is requested or the account is being stopped.
    QCoro::Task<Wake> wait(std::chrono::milliseconds time);
    void end();
    bool isRunning() const { return m_running.has_value(); }

private:
    const AccountRequests &m_requests;
    const std::function<bool()> m_isStopping;
    QObject *const m_context;
    std::optional<Async::Completion<Wake>> m_running;
};

} // namespace Sync
