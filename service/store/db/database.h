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
#include <type_traits>

namespace Store {

/// What is done on the writer's session once the schema is up to date, before any job. An error keeps the
/// database closed.
using OpeningStep = std::function<Result<void>(Session &, const DatabaseAddress &)>;

/** How to open the database. */
struct DatabaseOptions {
    QString file;     ///< path of the SQLite file; its folder must exist
    QString url = {}; ///< of another database, see DatabaseAddress; then without a file
    std::chrono::seconds wait{ 30 }; ///< for a server that is not there yet
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
 * Where a server is lost (PostgreSQL), the job that finds out fails with Error::Storage, and so does
 * what follows until the server is back; each thread tries again by itself, at most twice a second.
 * One that is silent counts as lost after a while (TimeLimits).
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

    /// Says that close() will follow: a server that does not answer is waited for only 3 s more
    /// (TimeLimits::stop). Any thread; jobs are still taken.
    void beginStop();

    /// Whether every connection that requests use is there and answers, from memory. Any thread.
    bool isAnswering() const;

    /**
     * Refuses new jobs, runs all that were accepted, closes the connections. Blocks. Threads that
     * await jobs must still run their event loops until this returns. Twice is no error.
     */
    void close();

    /// False where the queue is full or the database is closing; the job is dropped then.
    bool read(Job job);
    bool write(Job job);
    /// Runs when no write() waits: what a synchronisation stores. A queue of its own, as bounded.
    bool writeSoon(Job job);
    /// Runs when no other write waits: indexing, purging. A queue of its own, as bounded.
    bool writeLater(Job job);

    /// For the full text index alone: as writeLater(), on PostgreSQL at the same time as other writes,
    /// on a session that publishes no events (Session::writeBesideOthers()).
    bool index(Job job);

    /**
     * Runs `work`, a `Result<T>(Session &)`, on a reader and resumes here with its result. The
     * awaiting thread needs an event loop that outlives the wait. Queue full: Error::Storage.
     * In `writing` the work opens its own Transaction.
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

    /// Adds a listener, called after each commit that had events, one commit after the other: on the
    /// writer's thread, or for what another process committed on one that waits for such news.
    /// All listeners must be there before the first write.
    void onCommitted(Listener listener);

    /// What a writer found when it reached its server again.
    enum class Return {
        Same,  ///< all that was committed is there
        Other, ///< it went back in time, or may have: what was read before is to be read anew
    };
    using ReturnListener = std::function<void(Return)>;
    /// Adds a listener, called on the writer's thread when that has reached a lost server again.
    /// PostgreSQL only. All listeners must be there before the first write.
    void onReturned(ReturnListener listener);

    qsizetype waiting() const; ///< jobs that wait in all queues together

    /// What is written to with each change of anybody: SQLite's log. Empty: there is no such file.
    QString changedFile() const;

    /// No write() or writeSoon() ended within `time`. Always false where others write as well.
    bool isUnchangedFor(std::chrono::milliseconds time) const;

private:
    struct Threads;

    Database();

    template<typename F, typename R>
    QCoro::Task<R> awaiting(bool (Database::*start)(Job), F work)
    {
        Async::Completion<R> done;
        const Async::Home home;
        Job job([work = std::move(work), done, home](Session &session) mutable {
            auto value = std::make_shared<R>(work(session));
            home.post([done, value] { done.finish(std::move(*value)); });
        });
        if (!(this->*start)(std::move(job)))
            co_return R(
                Error{ Error::Code::Storage, QStringLiteral("The database has too much to do.") });
        R value = co_await done;
        co_return value;
    }

    std::unique_ptr<Threads> m_threads;
};

} // namespace Store
