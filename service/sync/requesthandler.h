// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/accountdatabase.h"
#include "sync/accountfolders.h"
#include "sync/accountrequests.h"

namespace Sync {

/**
 * Does what users requested of the folders of an account, over one connection: fetches the bodies that
 * they wait for, and stores their changes at the server. Lives on a sync thread. One call at a time.
 */
class RequestHandler
{
public:
    RequestHandler(qint64 accountId, Store::AccountDatabase &database, AccountRequests &requests,
                   AccountFolders &folders)
        : m_accountId(accountId), m_database(database), m_requests(requests), m_folders(folders)
    {
    }

    /// Fetches all requested bodies, folder by folder.
    QCoro::Task<Result<void>> serveBodies();

    /// Stores the changes of users at the server, folder by folder, if there may be some. Opens the
    /// folder again that was open before.
    QCoro::Task<Result<void>> storeChanges();

private:
    const qint64 m_accountId;
    Store::AccountDatabase &m_database;
    AccountRequests &m_requests;
    AccountFolders &m_folders;
};

} // namespace Sync
