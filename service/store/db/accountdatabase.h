// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/database.h"

#include <atomic>
#include <memory>
#include <optional>

namespace Store {

/**
 * The database for the synchronisation of one account. If the node has a lease of the account, each writing
 * transaction checks it (Transaction), so that nothing is written after another node has taken the account.
 */
class AccountDatabase
{
public:
    AccountDatabase(Database &database) : m_database(database) { } ///< without a lease

    /// To be called before the first use.
    void setLease(const std::optional<Fence> &lease)
    {
        m_lease = lease;
        m_isLost = std::make_shared<std::atomic<bool>>(false);
    }

    Database &all() const { return m_database; } ///< for code that writes nothing for the account

    /// A transaction found that the lease is lost.
    bool isLost() const { return *m_isLost; }

    /// As those of Database.
    template<typename F, typename R = std::invoke_result_t<F &, Session &>>
    QCoro::Task<R> reading(F work)
    {
        return m_database.reading(std::move(work));
    }
    template<typename F, typename R = std::invoke_result_t<F &, Session &>>
    QCoro::Task<R> writing(F work)
    {
        return m_database.writing(fenced<F, R>(std::move(work)));
    }
    template<typename F, typename R = std::invoke_result_t<F &, Session &>>
    QCoro::Task<R> writingSoon(F work)
    {
        return m_database.writingSoon(fenced<F, R>(std::move(work)));
    }

private:
    template<typename F, typename R>
    auto fenced(F work) const
    {
        return
            [lease = m_lease, isLost = m_isLost, work = std::move(work)](Session &session) mutable {
                session.fenceWith(lease);
                R result = work(session);
                session.fenceWith({});
                if (lease && !result && result.error().code == Error::Code::Cancelled)
                    *isLost = true;
                return result;
            };
    }

    Database &m_database;
    std::optional<Fence> m_lease;
    std::shared_ptr<std::atomic<bool>> m_isLost = std::make_shared<std::atomic<bool>>(false);
};

} // namespace Store
