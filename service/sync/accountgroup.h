// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "store/nodes/accountrequests.h"
#include "sync/accountsync.h"
#include "sync/context.h"
#include "sync/partfetcher.h"

#include <QHash>
#include <QObject>

namespace Indexing {
class Indexer;
class Upkeep;
} // namespace Indexing

namespace Sync {

/**
 * The accounts of one sync thread. Lives on that thread and is deleted there; every call comes from
 * that thread.
 */
class AccountGroup : public QObject
{
public:
    AccountGroup(Context &context, Mailbox::Admissions &admissions);
    ~AccountGroup() override;

    void repair(); ///< also starts the upkeep; called for only one group of the service
    void start(qint64 accountId, bool isChanged = false); ///< as AccountSync::start()
    /// The same with a lease of this node.
    void follow(const Store::Fence &lease);
    /// Also gives the lease back.
    QCoro::Task<void> stop(qint64 accountId);
    void leaveAll(); ///< stop() for each account
    QCoro::Task<void> restart(qint64 accountId);
    QCoro::Task<void> stopAll();
    bool syncNow(qint64 accountId);
    void carryOut(const Store::AccountRequest &request); ///< of another node
    void storeChanges(qint64 accountId);
    void databaseReturned(bool isOther);
    QCoro::Task<Result<void>> fetchBody(qint64 accountId, qint64 folderId, Store::BodyWanted mail);

    PartFetcher &parts() { return *m_parts; }

private:
    bool isRunning(qint64 accountId) const;
    QCoro::Task<void> end(qint64 accountId);

    Context &m_context;
    Mailbox::Admissions &m_admissions;
    Indexing::Indexer *m_indexer;           ///< our child, so that it moves to our thread with us
    Indexing::Upkeep *m_upkeep;             ///< the same
    PartFetcher *m_parts;                   ///< the same
    QHash<qint64, AccountSync *> m_running; ///< owned
    QHash<qint64, Store::Fence> m_leases;   ///< of this node, for accounts of this group
    bool m_isStopping = false;
    qsizetype m_ending = 0; ///< accounts that are not in m_running any more, but have not ended
    Async::Completion<bool> m_ended; ///< while stopping: none of them is left
};

} // namespace Sync
