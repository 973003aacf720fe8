// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/resident.h"
#include "mailbox/admissions.h"
#include "nodes/follower.h"
#include "store/mail/bodies.h"
#include "sync/context.h"
#include "sync/partwanted.h"

#include <QCoroTask>
#include <QThread>

#include <memory>
#include <vector>

namespace Sync {

class AccountGroup;
class SyncThread;

/**
 * Runs all accounts on a few sync threads. Made and destroyed on the main thread. Every other call may
 * come from any thread and is passed to a sync thread. It returns at once, with a Task where there is an
 * answer to await (see Resident::ask()).
 *
 * If several services use the database, it runs the accounts whose leases this node has (Nodes::Follower).
 * What is asked of another account is passed to the node that has its lease.
 */
class Scheduler : public Nodes::Follower
{
public:
    Scheduler(Context context, int threads);
    ~Scheduler() override; ///< stop() first, or it waits for what runs

    /// Starts these accounts and completes the work that an earlier run left unfinished.
    void start(const QList<qint64> &accounts);

    void startAccount(qint64 accountId); ///< nothing where it runs already
    /// Closes the account's connection; ends when its synchronisation has ended. At another node it may
    /// still run for a moment, but writes nothing any more.
    QCoro::Task<void> stopAccount(qint64 accountId);
    void restartAccount(qint64 accountId); ///< connects anew, with the account as it is now

    /// Starts a pass now; false: a pass is running already. Starts the account if it is stopped.
    QCoro::Task<bool> syncNow(qint64 accountId);

    /// A user changed mails of the account. The changes have to be stored at the mail server.
    void storeChanges(qint64 accountId);

    /// See AccountSync::databaseReturned().
    void databaseReturned(bool isOther);

    /// Fetches the body of one mail that a user waits for.
    QCoro::Task<Result<void>> fetchBody(qint64 accountId, qint64 folderId, Store::BodyWanted mail);

    /// Copies a part of a mail from its server into a file; see PartFetcher::fetch().
    QCoro::Task<Result<qint64>> fetchPart(PartWanted wanted);

    /// Other code that connects to a mailbox also needs a place from here, as the accounts do.
    Mailbox::Admissions &admissions() { return m_admissions; }

    bool isHere(qint64 accountId) const; ///< this service synchronises the account

    /// Stops all accounts.
    void beginStop();
    /// The same; waits until all have stopped, at most `time`.
    void stop(std::chrono::milliseconds time);

    void follow(const Store::Fence &lease) override;
    QCoro::Task<void> leave(qint64 accountId) override;
    void leaveAll() override;
    void carryOut(const Store::AccountRequest &request) override;
    void tookOver() override;

private:
    Resident<AccountGroup> &groupOf(qint64 accountId) const;
    QCoro::Task<Result<void>> fetchElsewhere(qint64 accountId, qint64 folderId,
                                             Store::BodyWanted mail);

    Context m_context;
    Mailbox::Admissions m_admissions;
    std::vector<std::unique_ptr<SyncThread>> m_threads;
};

} // namespace Sync
