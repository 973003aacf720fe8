// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "sync/accountconnection.h"
#include "sync/accountoutcomes.h"
#include "sync/accountpause.h"
#include "sync/accountreport.h"
#include "sync/accountrequests.h"
#include "sync/accountrow.h"
#include "sync/context.h"
#include "sync/wake.h"

#include <QObject>

#include <memory>

namespace Indexing {
class Indexer;
}

namespace Sync {

class ConnectedAccount;

/**
 * Synchronises one account in a loop: connects, logs in, synchronises the folders, waits for changes,
 * and starts again. After an error it waits as long as AccountOutcomes says. Lives on a sync thread.
 * Runs from start() until stop() and must not be destroyed between the two. The account's settings are
 * read again from the database at each connection.
 */
class AccountSync : public QObject
{
public:
    /// `lease`: of this node; nothing where no other service uses the database.
    AccountSync(qint64 accountId, const Context &context, const std::optional<Store::Fence> &lease,
                Indexing::Indexer &indexer, Mailbox::Admissions &admissions,
                QObject *parent = nullptr);
    ~AccountSync() override;

    /// Called once. `isChanged`: a user changed the account, so earlier failures no longer count.
    void start(bool isChanged = false);

    /// Closes the connection: at once during a pass, otherwise with LOGOUT within 1 s. Resumes when the
    /// synchronisation has ended.
    QCoro::Task<void> stop();

    /// Starts a pass over the folders now. False: a pass is running already.
    bool syncNow();

    /// A user changed something that has to be stored at the mail server. It is sent at once if the
    /// account is connected.
    void storeChanges();

    /// The database was unavailable and is available again. `isOther`: it may be in an older state, so
    /// everything that was read from it is read again.
    void databaseReturned(bool isOther);

    /// Fetches the body of one mail before all other bodies. Takes 10 s at most, then Error::Timeout.
    QCoro::Task<Result<void>> fetchBody(qint64 folderId, Store::BodyWanted mail);

    qint64 accountId() const { return m_account.id(); }

    /// False before start(), after stop(), once the account is deleted or disabled, and once another node
    /// has it.
    bool isRunning() const { return m_worker.isRunning(); }

private:
    QCoro::Task<void> run();
    QCoro::Task<Result<void>> connectAndFollow();
    QCoro::Task<Result<void>> begin();
    QCoro::Task<Result<void>> follow();
    QCoro::Task<Result<void>> pass(Wake why);
    QCoro::Task<void> noteSuccess(qint64 begunMs);
    QCoro::Task<void> endConnection();
    QCoro::Task<void> waitAfter(Error error);
    QCoro::Task<void> awaitStorage(Error error);
    bool isOver() const
    {
        return m_worker.isStopping() || m_account.isGone() || m_context.database.isLost();
    }
    bool isServersFault(const Error &error) const;
    bool shallMakeRoom() const;
    void wake();

    Context m_context; ///< with the account's lease
    Indexing::Indexer &m_indexer;
    AccountRow m_account;
    AccountRequests m_requests;
    AccountReport m_report;
    AccountOutcomes m_outcomes;
    AccountConnection m_connection;
    AccountPause m_pause;
    std::unique_ptr<ConnectedAccount> m_connected; ///< null: not logged in
    bool m_isChanged = false;                      ///< see start()
    bool m_isBusy = false; ///< a pass is running, or the connection for it begins
    bool m_waitsForStorage = false;
    Async::Worker m_worker; ///< its only round is run()
};

} // namespace Sync
