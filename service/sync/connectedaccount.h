// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/accountfolders.h"
#include "sync/accountpass.h"
#include "sync/accountwait.h"
#include "sync/requesthandler.h"

namespace Sync {

/**
 * The synchronisation of an account over one connection, from the login until the connection ends.
 * Lives on a sync thread. One call at a time.
 */
class ConnectedAccount
{
public:
    /// `connection` has a session. It and all others outlive the object.
    ConnectedAccount(Context &context, Indexing::Indexer &indexer,
                     const AccountConnection &connection, AccountRow &account,
                     AccountRequests &requests, AccountReport &report, AccountPause &pause,
                     const std::function<bool()> &isStopping);

    QCoro::Task<Result<void>> pass(Wake why) { return m_pass.run(why); } ///< as AccountPass
    AccountFolders::Counts takeCounts() { return m_folders.takeCounts(); }

    /// Waits for the reason of the next pass, see AccountWait.
    QCoro::Task<Result<Wake>> waitForChange();

    /// Reads the account again if it is outdated, and drops what is known of its folders.
    QCoro::Task<Result<void>> readAgain();

    /// Fetches the requested bodies and stores the changes of users. Answers whether a pass is due,
    /// after a wait that ended with `why`. It also is if a folder could not be opened because it may
    /// have been renamed.
    QCoro::Task<Result<bool>> serveRequests(Wake why);

private:
    AccountRow &m_account;
    AccountRequests &m_requests;
    AccountFolders m_folders;
    RequestHandler m_handler;
    AccountPass m_pass;
    AccountWait m_wait;
};

} // namespace Sync
