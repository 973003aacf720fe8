// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/connection.h"
#include "store/sql/opening.h"
#include "store/sql/serverstate.h"
#include "store/sql/session.h"
#include "store/sql/watchdog.h"

#include <QElapsedTimer>

#include <functional>
#include <memory>
#include <optional>

namespace Store {

/** The data shared by all connections to one database. */
struct ReconnectContext {
    const DatabaseAddress &address;
    Watchdog &watchdog;
    ServerState &server;
};

/**
 * The session of one thread and its connection, which is opened again automatically after the
 * server was lost. Opening runs in the background; no call here waits long for it.
 */
class ReconnectingSession
{
public:
    /// Without a connection the session starts as lost.
    ReconnectingSession(const ReconnectContext &context, Connection::Kind kind,
                        std::shared_ptr<Watch> watch, std::unique_ptr<Connection> connection,
                        Session &session);
    ~ReconnectingSession();
    ReconnectingSession(const ReconnectingSession &) = delete;
    ReconnectingSession &operator=(const ReconnectingSession &) = delete;

    /// makeReady() calls `settle(whether the connection was opened again)` when there is a
    /// connection. False: it did not succeed, and is called again as if the connection had just
    /// been opened.
    void onReady(std::function<bool(bool)> settle) { m_settle = std::move(settle); }

    /// To be called before each job, so that the loss of a server between two jobs is detected
    /// before the job.
    void makeReady();
    /// To be called after each job.
    void check();
    bool isLost() const { return !m_connection; }
    /// makeReady() must be called soon, even if there is no job.
    bool isReturning() const { return !m_connection || m_isUnsettled; }
    /// Opens a lost connection again; at most every half second, except with `atOnce`.
    void tryAgain(bool atOnce = false);
    /// Checks whether the connection still works.
    void probe();
    bool wasSilent() const { return m_watch->wasCut(); } ///< it was lost because no answer came

    QSqlDriver *driver() const { return m_connection->handle().driver(); } ///< unless lost

private:
    std::chrono::milliseconds timeToOpen() const; ///< that a job waits for a new connection
    void drop();
    void adopt(std::unique_ptr<Connection> connection);

    const ReconnectContext m_context;
    const Connection::Kind m_kind;
    const std::shared_ptr<Watch> m_watch;
    std::unique_ptr<Connection> m_connection;
    std::optional<Opening> m_opening;
    Session &m_session;
    int m_seenNews;
    std::function<bool(bool)> m_settle;
    bool m_isUnsettled = false;
    bool m_isCounted = false; ///< as lost, by the server's state
    QElapsedTimer m_quiet;
    QElapsedTimer m_lastTry;
};

} // namespace Store
