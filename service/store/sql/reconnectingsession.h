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

/** What the connections to one database have in common. */
struct ReconnectContext {
    const DatabaseAddress &address;
    Watchdog &watchdog;
    ServerState &server;
};

/**
 * One thread's session and the connection below it, which comes back by itself after the server was
 * lost. Opening goes on in the background; no call here waits long for it.
 */
class ReconnectingSession
{
public:
    /// Without a connection it begins as lost.
    ReconnectingSession(const ReconnectContext &context, Connection::Kind kind,
                        std::shared_ptr<Watch> watch, std::unique_ptr<Connection> connection,
                        Session &session);
    ~ReconnectingSession();
    ReconnectingSession(const ReconnectingSession &) = delete;
    ReconnectingSession &operator=(const ReconnectingSession &) = delete;

    /// `settle(whether the connection was made again)` is called by makeReady() where there is a
    /// connection; false: not done, and to be called again as if the connection had come just now.
    void onReady(std::function<bool(bool)> settle) { m_settle = std::move(settle); }

    /// Before each job. A server that went away between two is noticed here and not by the job.
    void makeReady();
    /// After each job.
    void check();
    bool isLost() const { return !m_connection; }
    /// makeReady() is to be called soon, though there may be no job.
    bool isReturning() const { return !m_connection || m_isUnsettled; }
    /// Makes a lost connection again; at most every half a second, but for `atOnce`.
    void tryAgain(bool atOnce = false);
    /// Asks whether a connection is still there.
    void probe();

    QSqlDriver *driver() const { return m_connection->handle().driver(); } ///< unless lost

private:
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
