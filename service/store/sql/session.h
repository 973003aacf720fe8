// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "store/sql/countcache.h"
#include "store/sql/engine.h"
#include "store/sql/event.h"
#include "store/sql/query.h"
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
 * One connection of one database thread with its prepared statements. Never leaves that thread. All
 * functions of this room take one: reading ones work on any session, writing ones on the writer's,
 * inside a Transaction unless their comment says otherwise.
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

    Engine engine() const { return m_engine; }

    /**
     * Whether the server is gone: every statement fails with that until renew(), which follows when
     * there is another connection. PostgreSQL only.
     */
    bool isLost() const { return m_lost.has_value(); }
    /// Gives the connection up, which may be closed then. Statements that are not on lease are kept
    /// until forgetStatements(): without a connection they ask the server nothing when they go.
    void release();
    void forgetStatements();
    void renew(QSqlDatabase connection);
    /// Finds out whether the server is still there, with the shortest of statements.
    void probe();

    /// Every statement fails with this, though the server may be there, until accept().
    void refuse(const Error &why) { m_jobRefusal = why; }
    void accept() { m_jobRefusal.reset(); }

    /// Says when a statement begins and ends; null: nobody. It must live as long as the session.
    void watchWith(Watch *watch) { m_watch = watch; }
    Watch *watch() const { return m_watch; }

    /**
     * From now on transactions run beside those of the writer and do not wait for their turn (see
     * Transaction). For the full text index on PostgreSQL: whoever does so publishes no events, and
     * takes of mails only those that nobody else holds.
     */
    void writeBesideOthers() { m_isBesideOthers = true; }

    /// Keeps counts while nobody commits (CountCache). For a session that only reads, of a database whose
    /// writers mark their commits.
    void rememberCounts() { m_counts.emplace(); }
    CountCache *counts() { return m_counts ? &*m_counts : nullptr; } ///< null: nothing is kept

    /// The merge of the full text index that goes on between the jobs of this session; null: none.
    void setSegmentMerge(std::shared_ptr<SegmentMerge> merge) { m_segmentMerge = std::move(merge); }
    SegmentMerge *segmentMerge() const { return m_segmentMerge.get(); }

    /// Marks each transaction from now on, so that a COMMIT without an answer can be decided. PostgreSQL.
    void markCommits(CommitMark *mark) { m_mark = mark; }

    qint64 now() const { return m_clock.now(); } ///< seconds since 1970
    qint64 nowMs() const { return m_clock.nowMs(); }
    bool inTransaction() const { return m_inTransaction; }

    /// Called after each commit, on this session's thread, with the events of the transaction.
    void onCommitted(std::function<void(const QList<Event> &)> listener);

private:
    friend class Query;
    friend class Snapshot;
    friend class Transaction;

    using FreeQueries = std::vector<std::unique_ptr<QSqlQuery>>;
    struct Lease {
        FreeQueries *home; ///< null: not to be kept
        std::unique_ptr<QSqlQuery> query;
    };

    /// Why no statement can be run now; null where it can.
    const Error *obstacle();
    void noteLoss(const Error &why);
    Query lease(const std::string &key, const std::function<QByteArray()> &text);
    bool prepare(QSqlQuery &query, const QString &sql);
    void giveBack(QSqlQuery *query);
    void note(const QSqlError &error);     ///< that a statement failed
    Result<void> command(const char *sql); ///< as execute(), prepared once

    QSqlDatabase m_connection;
    const Clock &m_clock;
    const Engine m_engine;
    std::unordered_map<std::string, FreeQueries> m_free;
    std::unordered_map<QSqlQuery *, Lease> m_leased;
    std::function<void(const QList<Event> &)> m_committed;
    std::optional<CountCache> m_counts;
    CommitMark *m_mark = nullptr; ///< not owned
    std::shared_ptr<SegmentMerge> m_segmentMerge;
    bool m_inTransaction = false;
    bool m_isBesideOthers = false;
    std::optional<Error> m_refusal;    ///< why the running transaction cannot go on
    std::optional<Error> m_lost;       ///< why nothing can
    std::optional<Error> m_jobRefusal; ///< why the present job cannot
    Watch *m_watch = nullptr;
};

} // namespace Store
