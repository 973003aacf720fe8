// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "common/clock.h"
#include "common/result.h"
#include "store/db/job.h"
#include "store/sql/databaseaddress.h"
#include "store/sql/event.h"
#include "store/sql/session.h"

#include <QList>
#include <QString>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

namespace Store {

/// A step that runs on the writer's session after the schema is up to date, before any job. If it
/// fails, the database is not opened.
using OpeningStep = std::function<Result<void>(Session &, const DatabaseAddress &)>;

/** How to open the database. */
struct DatabaseOptions {
    QString file;     ///< path of the SQLite file; its folder must exist
    QString url = {}; ///< of another database, see DatabaseAddress; then without a file
    /// PostgreSQL: of a pooler for the same database, which may give each transaction another session. Readers
    /// use it. Empty: they use `url`.
    QString poolUrl = {};
    std::chrono::seconds wait{ 30 }; ///< how long to wait for a server that is not reachable yet
    int readers = 2;                 ///< reading threads, each with a connection of its own
    qsizetype queueLimit = 1024;     ///< waiting jobs, for readers and writer each
    const Clock *clock = nullptr;    ///< must outlive the database; null = the machine's clock
    QList<OpeningStep> afterMigration = {}; ///< in this order
};

/**
 * The database and its threads: one writer, some readers, a bounded queue in front of each; on
 * PostgreSQL one more that writes the full text index, beside the writer. Made and
 * destroyed on the main thread; everything else may be called on any thread. The destructor refuses
 * new jobs, runs all that were accepted, and closes.
 *
 * If a server is lost (PostgreSQL), the job that notices it fails with Error::Storage. So do all
 * later jobs until the server is back. Each thread reconnects automatically, at most twice a
 * second. A server that does not answer counts as lost after a time limit (TimeLimits).
 */
class Database
{
public:
    using Options = DatabaseOptions;
    using Listener = std::function<void(const QList<Event> &)>;

    /// Opens or creates the file (0600), brings its schema up to date and starts the threads.
    /// Error::Conflict: another service has the file open. Error::Storage: newer schema, not a
    /// database. Error::Unreachable: no server, after waiting for it. Blocks.
    static Result<std::unique_ptr<Database>> open(const Options &options);
    ~Database(); ///< close()

    /// Announces that close() will follow: the wait for a server that does not answer is limited to
    /// 3 s more (TimeLimits::stop). Any thread; jobs are still accepted.
    void beginStop();

    /// Whether every connection used by requests is open and its server answers. Reads memory only.
    /// Any thread.
    bool isAnswering() const;

    /**
     * Refuses new jobs, runs all that were accepted, closes the connections. Blocks. Threads that
     * await jobs must still run their event loops until this returns. Twice is no error.
     */
    void close();

    /// False where the queue is full or the database is closing; the job is dropped then.
    bool read(Job job);
    bool write(Job job);
    /// Runs when no write() waits: used to store the results of a synchronisation. Has its own
    /// queue with the same limit.
    bool writeSoon(Job job);
    /// Runs when no other write waits: indexing, purging. Has its own queue with the same limit.
    bool writeLater(Job job);

    /// For the full text index alone: as writeLater(), on PostgreSQL at the same time as other writes,
    /// on a session that publishes no events (Session::writeBesideOthers()).
    bool index(Job job);

    /// For what nodes agree on (store/nodes) alone: on a thread and a connection of its own, so that it never
    /// waits for other writes. PostgreSQL; elsewhere as writeSoon().
    bool coordinate(Job job);

    /**
     * Runs `work`, a `Result<T>(Session &)`, on a reader and resumes here with its result. The
     * awaiting thread needs an event loop that outlives the wait. Error::Storage: the queue is full,
     * or the database is closing. In `writing` the work opens its own Transaction.
     */
    template<typename F, typename R = std::invoke_result_t<F &, Session &>>
    QCoro::Task<R> reading(F work)
    {
        return awaiting<F, R>(&Database::read, std::move(work));
    }
    template<typename F, typename R = std::invoke_result_t<F &, Session &>>
    QCoro::Task<R> writing(F work)
    {
        return awaiting<F, R>(&Database::write, std::move(work));
    }
    template<typename F, typename R = std::invoke_result_t<F &, Session &>>
    QCoro::Task<R> writingSoon(F work)
    {
        return awaiting<F, R>(&Database::writeSoon, std::move(work));
    }
    template<typename F, typename R = std::invoke_result_t<F &, Session &>>
    QCoro::Task<R> writingLater(F work)
    {
        return awaiting<F, R>(&Database::writeLater, std::move(work));
    }

    template<typename F, typename R = std::invoke_result_t<F &, Session &>>
    QCoro::Task<R> indexing(F work)
    {
        return awaiting<F, R>(&Database::index, std::move(work));
    }

    template<typename F, typename R = std::invoke_result_t<F &, Session &>>
    QCoro::Task<R> coordinating(F work)
    {
        return awaiting<F, R>(&Database::coordinate, std::move(work));
    }

    /// Whether several services may use this database.
    bool isShared() const;

    /// Adds a listener for what other nodes send (Store::notifyNodes()), called on the thread that waits
    /// for notifications. To be added before the first write.
    void onNotice(std::function<void(const QByteArray &)> listener);

    /// Adds a listener, called after each commit that had events, one commit after the other. It
    /// runs on the writer's thread, or for commits of other processes on the thread that waits for
    /// their notifications. All listeners must be added before the first write.
    void onCommitted(Listener listener);

    /// The state of the database after a writer has reconnected to its server.
    enum class Return {
        Same,  ///< all committed data is there
        Other, ///< the database went back in time, or may have: read everything again
    };
    using ReturnListener = std::function<void(Return)>;
    /// Adds a listener, called on the writer's thread after it has reconnected to a lost server.
    /// PostgreSQL only. All listeners must be added before the first write.
    void onReturned(ReturnListener listener);

    qsizetype waiting() const; ///< jobs that wait in all queues together

    /// A segment of the full text index in which a damaged row was found since the last call. Any thread.
    std::optional<qint64> takeDamagedSegment();

    /// The file that every change of the database writes to: SQLite's log. Empty: there is no such
    /// file.
    QString changedFile() const;

    /// No write() or writeSoon() ended within `time`. Always false if other processes write too.
    bool isUnchangedFor(std::chrono::milliseconds time) const;

private:
    struct Threads;

    Database();

    template<typename F, typename R>
    QCoro::Task<R> awaiting(bool (Database::*start)(Job), F work)
    {
        const Async::RemoteCompletion<R> done;
        Job job([work = std::move(work), done](Session &session) mutable {
            done.finish(work(session));
        });
        if (!(this->*start)(std::move(job)))
            co_return R(Error{ Error::Code::Storage,
                               QStringLiteral("The database accepts no more work: too much work is "
                                              "waiting, or the service is stopping.") });
        R value = co_await done;
        co_return value;
    }

    std::unique_ptr<Threads> m_threads;
};

} // namespace Store
