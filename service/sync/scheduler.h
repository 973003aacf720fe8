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
 * All accounts, spread over a few threads. Made and destroyed on the main thread; every call comes
 * from there or from any other thread, is handed on and returns at once. Answers come on the thread
 * of `answerTo`, and not at all once that object is gone.
 */
class Scheduler
{
public:
    Scheduler(Context context, int threads);
    ~Scheduler(); ///< stop() first, or it waits for what runs

    /// Starts these and repairs what an earlier run left over.
    void start(const QList<qint64> &accounts);

    void startAccount(qint64 accountId); ///< nothing where it runs already
    /// Closes its connection; `done` when nothing of it runs any more.
    void stopAccount(qint64 accountId, QObject *answerTo, std::function<void()> done);
    void restartAccount(qint64 accountId); ///< connects anew, with the account as it is now

    /// Looks at the server now; `done(false)`: it is doing so already. Not running: started.
    void syncNow(qint64 accountId, QObject *answerTo, std::function<void(bool)> done);

    /// People changed something of the account's mails that its server is to be told.
    void tellServer(qint64 accountId);

    /// See AccountSync::databaseReturned().
    void databaseReturned(bool isOther);

    /// Fetches one text that somebody waits for.
    void fetchText(qint64 accountId, qint64 folderId, Store::BodyWanted mail, QObject *answerTo,
                   std::function<void(Result<void>)> done);

    /// Copies a part of a mail from its server into a file; see PartFetcher::fetch().
    void fetchPart(PartWanted wanted, QObject *answerTo, std::function<void(Result<qint64>)> done);

    /// Whoever else connects to a mailbox takes a place there, as its accounts do.
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
