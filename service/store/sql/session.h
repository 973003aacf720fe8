// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "store/sql/commitcache.h"
#include "store/sql/dialect.h"
#include "store/sql/event.h"
#include "store/sql/fence.h"
#include "store/sql/mailids.h"
#include "store/sql/query.h"
#include "store/sql/segmentrowcache.h"
#include "store/sql/watch.h"

#include <QByteArray>
#include <QList>
#include <QSqlDatabase>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace Store {

class CommitMark;
class SegmentMerge;

/**
 * One connection of one database thread with its prepared statements. Used only on that thread. All
 * functions of this module take a session: reading functions work on any session, writing functions
 * need the writer's session, inside a Transaction unless their comment says otherwise.
 */
class Session
{
public:
    Session(QSqlDatabase connection, const Clock &clock);
    /// Lost until renew() gives it a connection.
    Session(Engine engine, const Clock &clock);
    ~Session();
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    /// Leases the statement in `sql/.../<resource>.sql`, prepared once for each session.
    Query query(const char *resource);

    /**
     * The same for a statement that has variants: `expand` turns the text of the resource into the
     * variant's and is called once for each `key`. Only fixed texts may go in, never input.
     */
    Query query(const char *resource, const QByteArray &key,
                const std::function<QByteArray(QByteArray)> &expand);

    /// Runs one statement without rows or values, not prepared: BEGIN, PRAGMA, schema.
    Result<void> execute(const QString &sql);

    const Dialect &dialect() const { return m_dialect; }
    Engine engine() const { return m_dialect.engine(); } ///< for the text of statements

    /**
     * Whether the server is lost: every statement fails with that error until renew(), which is
     * called when there is a new connection. PostgreSQL only.
     */
    bool isLost() const { return m_lost.has_value(); }
    /// Releases the connection, which may be closed then. Statements not on lease are kept until
    /// forgetStatements(): without a connection their destruction sends nothing to the server.
    void release();
    void forgetStatements();
    void renew(QSqlDatabase connection);
    /// Checks with a minimal statement whether the server still answers.
    void probe();

    /// Every statement fails with this error until accept(), even if the server is available.
    void refuse(const Error &why) { m_jobRefusal = why; }
    void accept() { m_jobRefusal.reset(); }

    /// Reports the begin and end of each statement to `watch`; null: no watch. It must outlive the
    /// session.
    void watchWith(Watch *watch) { m_watch = watch; }
    Watch *watch() const { return m_watch; }

    /**
     * From now on transactions run concurrently with those of the writer and do not wait for their
     * turn (see Transaction). For the full text index on PostgreSQL: such a session must publish no
     * events and use only mails that no other transaction has locked.
     */
    void writeBesideOthers() { m_isBesideOthers = true; }

    /// From now on nothing is prepared, and each job runs in a PooledRead, because the next transaction may
    /// be in another session of the server. For a session that only reads, through a pooler.
    void readThroughPool() { m_isPooled = true; }
    bool isPooled() const { return m_isPooled; }

    /// Caches counts, and the sets of mails with certain flags, until the next commit. For a session that only
    /// reads, of a database whose writers mark their commits.
    void rememberUntilCommit();
    CommitCache<qint64> *counts() { return m_counts ? &*m_counts : nullptr; } ///< null: no cache
    CommitCache<MailIdSet> *mailSets() { return m_mailSets ? &*m_mailSets : nullptr; } ///< so here
    /// For CommitCache::find(): changes with each commit of other sessions. In the transaction whose data it
    /// describes.
    Result<QByteArray> dataVersion();

    /// Caches rows of the full text index until the connection ends (SegmentRowCache).
    void rememberSegmentRows() { m_segmentRows.emplace(); }
    SegmentRowCache *segmentRows() { return m_segmentRows ? &*m_segmentRows : nullptr; }

    /// The merge of the full text index that continues between the jobs of this session; null:
    /// none.
    void setSegmentMerge(std::shared_ptr<SegmentMerge> merge) { m_segmentMerge = std::move(merge); }
    SegmentMerge *segmentMerge() const { return m_segmentMerge.get(); }

    /// `listener` is called with each segment of the full text index in which a damaged row was found.
    void onDamage(std::function<void(qint64 segment)> listener) { m_damaged = std::move(listener); }
    void noteDamage(qint64 segment) const
    {
        if (m_damaged)
            m_damaged(segment);
    }

    /// Marks each transaction from now on, so that the outcome of an unanswered COMMIT can be
    /// determined. PostgreSQL.
    void markCommits(CommitMark *mark) { m_mark = mark; }

    /// From now on each writing transaction first checks this lease, and fails with Error::Cancelled if
    /// another node has it. Nothing: no check. PostgreSQL.
    void fenceWith(const std::optional<Fence> &fence) { m_fence = fence; }

    qint64 now() const { return m_clock.now(); } ///< seconds since 1970
    qint64 nowMs() const { return m_clock.nowMs(); }
    bool inTransaction() const { return m_inTransaction; }

    /// Called after each commit, on this session's thread, with the events of the transaction.
    void onCommitted(std::function<void(const QList<Event> &)> listener);

private:
    friend class PooledRead;
    friend class Query;
    friend class Snapshot;
    friend class Transaction;

    using FreeStatements = std::vector<std::unique_ptr<Statement>>;
    struct Lease {
        FreeStatements *home; ///< null: not to be kept
        std::unique_ptr<Statement> statement;
    };

    /// The reason why no statement can run now; null if statements can run.
    const Error *obstacle();
    void noteLoss(const Error &why);
    Query lease(const std::string &key, const std::function<QByteArray()> &text);
    bool prepare(Statement &statement, const QString &sql);
    void giveBack(Statement *statement);
    void note(const QSqlError &error);     ///< records a failed statement
    Result<void> command(const char *sql); ///< as execute(), prepared once

    QSqlDatabase m_connection;
    const Clock &m_clock;
    const Dialect &m_dialect;
    std::unordered_map<std::string, FreeStatements> m_free;
    std::unordered_map<Statement *, Lease> m_leased;
    std::function<void(const QList<Event> &)> m_committed;
    std::function<void(qint64)> m_damaged;
    std::optional<CommitCache<qint64>> m_counts;
    std::optional<CommitCache<MailIdSet>> m_mailSets;
    std::optional<SegmentRowCache> m_segmentRows;
    const Statement *m_current = nullptr; ///< that was executed last; null: it was none of these
    CommitMark *m_mark = nullptr;         ///< not owned
    std::optional<Fence> m_fence;
    std::shared_ptr<SegmentMerge> m_segmentMerge;
    bool m_inTransaction = false;
    bool m_isBesideOthers = false;
    bool m_isPooled = false;
    std::optional<Error> m_refusal;    ///< why the running transaction cannot go on
    std::optional<Error> m_lost;       ///< why no statement can run
    std::optional<Error> m_jobRefusal; ///< why the present job cannot
    Watch *m_watch = nullptr;
};

} // namespace Store
