// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/connectedaccount.h"

namespace Sync {

ConnectedAccount::ConnectedAccount(Context &context, Indexing::Indexer &indexer,
                                   const AccountConnection &connection, AccountRow &account,
                                   AccountRequests &requests, AccountReport &report,
                                   AccountPause &pause, const std::function<bool()> &isStopping)
    : m_account(account), m_requests(requests),
      m_folders(context, indexer, *connection.session(), account, requests, report.progress()),
      m_handler(account.id(), context.database, requests, m_folders),
      m_pass(context, *connection.session(), account, requests, m_folders, m_handler,
             report.progress(), isStopping),
      m_wait(context.settings, context.clock, account, connection, requests, report, pause)
{
}

QCoro::Task<Result<Wake>> ConnectedAccount::waitForChange()
{
    if (m_folders.isStale())
        co_return Wake::Elapsed;
    Result<Wake> why = co_await m_wait.forChange(m_pass.lastFullMs());
    co_return why;
}

// After the database went back to an older state, the data in memory may be newer than the database.
QCoro::Task<Result<void>> ConnectedAccount::readAgain()
{
    if (!m_requests.takeOutdated())
        co_return {};
    m_folders.forgetAll();
    m_requests.distrust();
    Result<void> loaded = co_await m_account.load();
    co_return loaded;
}

QCoro::Task<Result<bool>> ConnectedAccount::serveRequests(Wake why)
{
    const Result<void> served = co_await m_handler.serveBodies();
    if (!served && !m_folders.hasUnexpected())
        co_return served.error();
    const Result<void> stored = co_await m_handler.storeChanges();
    if (!stored && !m_folders.hasUnexpected())
        co_return stored.error();
    const bool isPassDue = why != Wake::Asked || m_requests.takePass();
    co_return isPassDue || m_folders.hasUnexpected();
}

} // namespace Sync
