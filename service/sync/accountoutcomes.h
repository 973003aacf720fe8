// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/accountreport.h"
#include "sync/accountrow.h"
#include "sync/context.h"
#include "sync/health.h"

namespace Sync {

/**
 * Stores and reports how the passes and connections of an account end, and answers how long it waits
 * before the next attempt. Health decides. Lives on a sync thread.
 */
class AccountOutcomes
{
public:
    using milliseconds = std::chrono::milliseconds;

    AccountOutcomes(Context &context, AccountRow &account, AccountReport &report)
        : m_context(context), m_account(account), m_report(report)
    {
    }

    /// Continues with the failures that the account's row has. `isChanged`: a user changed the account,
    /// so they no longer count. Answers how long the account waits before its first attempt.
    milliseconds resume(bool isChanged);

    void connectionBegins() { m_goodSinceMs = 0; }
    /// The first pass of the connection was successful.
    void firstPassDone() { m_goodSinceMs = m_context.clock.nowMs(); }
    /// The time since firstPassDone(); below 0: the clock was set back.
    milliseconds sinceFirstPass() const;

    QCoro::Task<void> noteSuccess(Events::PassResult result);

    /// Answers the time until the next attempt, without jitter; nothing: no attempt before a change. If
    /// the account was deleted or disabled meanwhile, AccountRow::isGone() afterwards.
    QCoro::Task<std::optional<milliseconds>> noteFailure(Error error);

    /// A failure of our database does not count as a failure of the account. Answers the time until the
    /// next attempt, without jitter.
    milliseconds noteStorageFailure(const Error &error);
    void storageReturned() { m_storageFailures = 0; }

    const Health &health() const { return m_health; }

private:
    void logFailure(const Health &health) const;
    void noteLife(qint64 nowMs);
    QCoro::Task<Result<void>> store(Store::AccountHealth health, bool isSynced);
    QCoro::Task<void> save(Health health, qint64 nextAttemptAtMs, bool isSynced,
                           std::optional<Store::Event> failed);

    Context &m_context;
    AccountRow &m_account;
    AccountReport &m_report;
    Health m_health;
    qint64 m_goodSinceMs = 0;  ///< 0: this connection had no successful pass yet
    int m_shortLived = 0;      ///< successful connections in a row that the server closed soon
    int m_storageFailures = 0; ///< in a row
};

} // namespace Sync
