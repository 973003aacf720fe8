// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    QCoro::Task<void> stop(qint64 accountId);
    QCoro::Task<void> restart(qint64 accountId);
    QCoro::Task<void> stopAll();
    bool syncNow(qint64 accountId);
    void storeChanges(qint64 accountId);
    void databaseReturned(bool isOther);
    QCoro::Task<Result<void>> fetchBody(qint64 accountId, qint64 folderId, Store::BodyWanted mail);

    PartFetcher &parts() { return *m_parts; }

private:
    bool isRunning(qint64 accountId) const;

    Context &m_context;
    Mailbox::Admissions &m_admissions;
    Indexing::Indexer *m_indexer;           ///< our child, so that it moves to our thread with us
    Indexing::Upkeep *m_upkeep;             ///< the same
    PartFetcher *m_parts;                   ///< the same
    QHash<qint64, AccountSync *> m_running; ///< owned
    bool m_isStopping = false;
};

} // namespace Sync
