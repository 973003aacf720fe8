// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "http/router.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QTimer>

#include <atomic>
#include <chrono>

namespace Nodes {
struct Figures;
}
namespace Store {
class Database;
}

namespace Api {

class AccountBoard;

/** Why the service is not ready. */
struct HealthProblem {
    QByteArray check; ///< one of Health::checks, stable
    QString text;     ///< for people; contains no confidential data

    bool operator==(const HealthProblem &) const = default;
};

struct HealthOptions {
    QString dataDir;
    qint64 leastFreeBytes = qint64(64)
        << 20; ///< on the disk of `dataDir`: SQLite's log may need it
    std::chrono::milliseconds interval{ 1000 };
    std::chrono::milliseconds silence{ 3000 };    ///< no answer for this time is a problem
    std::chrono::milliseconds firstWait{ 500 };   ///< wait of the first request for the checks
    std::chrono::milliseconds interest{ 60'000 }; ///< how long checks continue after a request
    const Nodes::Figures *node = nullptr;         ///< null: no other service uses the database
    std::chrono::milliseconds beatWithin{ 8000 }; ///< no heartbeat for this time is a problem
    const AccountBoard *board = nullptr; ///< says how far the full text index is made again
};

/**
 * Whether the service is ready. Requests are answered at once from the results of the last checks:
 * a database that does not answer delays no request. Checks run only while requests arrive, so that
 * the service is idle without them; the first request after a pause waits for the checks, for
 * `firstWait` at most. Lives on the http thread; must be destroyed after the database is closed.
 */
class Health : public QObject
{
    Q_OBJECT

public:
    using Options = HealthOptions;

    /// The names of all checks, in the order of ask().
    static QList<QByteArray> checks();

    Health(Store::Database &database, Options options, QObject *parent = nullptr);

    /// GET /health, /health/live and /health/ready.
    void addRoutes(Http::Router &router);

    /// The known problems; the call keeps the checks running. Empty: no problem.
    QList<HealthProblem> ask();

    void beginStop(); ///< from now on `stopping` is a problem. Any thread
    void stop();      ///< no further checks; on the http thread

private:
    /** One of the two ways to the database. */
    struct Way {
        bool isAsked = false; ///< the answer is still to come
        qint64 askedMs = 0;
        QString problem;      ///< the problem in the last answer; empty: none
        bool isKnown = false; ///< there was an answer since the checks began
    };
    /** The result of a check on the writer. */
    struct Written {
        Result<void> writing;
        qint64 freeBytes = 0; ///< negative: unknown
    };

    void check();
    void checkReading();
    void checkWriting();
    void noteReading(const Result<void> &schema);
    void noteWriting(const Written &written);
    void begin();
    bool isKnown() const;
    void wait(const Http::Reply &reply);
    void endWait();
    void answerWaiting();
    QString problemOf(const Way &way, const QString &isSilent) const;
    QString beatProblem() const;

    Store::Database &m_database;
    const Options m_options;
    QTimer m_timer;
    qint64 m_lastAskedMs = 0;
    Way m_reading;
    Way m_writing;
    QString m_schemaProblem;
    QString m_diskProblem;
    bool m_isWaitOver = false;    ///< the first request has waited for `firstWait`
    QList<Http::Reply> m_waiting; ///< requests that wait for the first results
    bool m_isStopped = false;
    std::atomic<bool> m_isStopping = false;
};

} // namespace Api
