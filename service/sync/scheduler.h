// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/bodies.h"
#include "sync/admissions.h"
#include "sync/context.h"
#include "sync/partwanted.h"

#include <QHash>
#include <QObject>
#include <QThread>

#include <functional>
#include <memory>
#include <vector>

namespace Sync {

class SyncThread;

/**
 * Runs all accounts on a few sync threads. Made and destroyed on the main thread. Every other call may
 * come from any thread, is passed to a sync thread and returns at once. Answers arrive on the thread of
 * `answerTo`, or never once that object is destroyed.
 */
class Scheduler
{
public:
    Scheduler(Context context, int threads);
    ~Scheduler(); ///< stop() first, or it waits for what runs

    /// Starts these accounts and completes the work that an earlier run left unfinished.
    void start(const QList<qint64> &accounts);

    void startAccount(qint64 accountId); ///< nothing where it runs already
    /// Closes the account's connection. Calls `done` when its synchronisation has ended.
    void stopAccount(qint64 accountId, QObject *answerTo, std::function<void()> done);
    void restartAccount(qint64 accountId); ///< connects anew, with the account as it is now

    /// Starts a pass now; `done(false)`: a pass is running already. Starts the account if it is stopped.
    void syncNow(qint64 accountId, QObject *answerTo, std::function<void(bool)> done);

    /// A user changed mails of the account. The changes have to be stored at the mail server.
    void tellServer(qint64 accountId);

    /// See AccountSync::databaseReturned().
    void databaseReturned(bool isOther);

    /// Fetches the text of one mail that a user waits for.
    void fetchText(qint64 accountId, qint64 folderId, Store::BodyWanted mail, QObject *answerTo,
                   std::function<void(Result<void>)> done);

    /// Copies a part of a mail from its server into a file; see PartFetcher::fetch().
    void fetchPart(PartWanted wanted, QObject *answerTo, std::function<void(Result<qint64>)> done);

    /// Other code that connects to a mailbox also needs a place from here, as the accounts do.
    Admissions &admissions() { return m_admissions; }

    /// Stops all accounts; waits until they have, at most `time`.
    void stop(std::chrono::milliseconds time);

private:
    SyncThread &threadOf(qint64 accountId) const;

    Context m_context;
    Admissions m_admissions;
    std::vector<std::unique_ptr<SyncThread>> m_threads;
};

} // namespace Sync
