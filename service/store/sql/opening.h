// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/connection.h"

#include <chrono>
#include <memory>
#include <optional>

namespace Store {

/**
 * A connection that is being opened on a separate thread. libpq and Qt's driver wait forever for a
 * server that accepts the login and then does not answer (also behind a pooler), and their socket
 * is not accessible until they return. So the caller stops waiting instead.
 *
 * Created, used and destroyed on the thread that will use the connection. A connection that is no
 * longer needed is closed by its opening thread, which ends with the process at the latest: see
 * underWay().
 */
class Opening
{
public:
    Opening(const DatabaseAddress &address, Connection::Kind kind);
    ~Opening();
    Opening(const Opening &) = delete;
    Opening &operator=(const Opening &) = delete;

    /// Waits for at most `atMost`; nothing: not finished yet. Returns the result once.
    std::optional<Result<std::unique_ptr<Connection>>> wait(std::chrono::milliseconds atMost);
    /// The same, but a timeout is an error (Unreachable).
    Result<std::unique_ptr<Connection>> finish(std::chrono::milliseconds atMost);
    Error late() const; ///< the error for a server that has not answered so far

    std::chrono::milliseconds age() const;

    /// The number of threads that are still opening a connection, needed or not; on any thread.
    /// While it is not 0, the process must end through std::_Exit(): these threads still use
    /// objects that a normal exit destroys, for example Qt's list of databases.
    static int underWay();

private:
    struct State;

    std::shared_ptr<State> m_state; ///< shared with the thread
    const std::chrono::steady_clock::time_point m_since;
};

} // namespace Store
