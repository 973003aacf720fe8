// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/connection.h"

#include <chrono>
#include <memory>
#include <optional>

namespace Store {

/**
 * A connection that is being opened on a thread of its own. libpq and Qt's driver wait without an
 * end for a server that took the login and is silent then (also behind a pooler), and their socket
 * is out of reach until they return. So whoever wants the connection stops waiting for it instead.
 *
 * Made, used and destroyed on the thread that will have the connection. One that is not wanted any
 * more is closed by its own thread, which ends with the process at the latest: see underWay().
 */
class Opening
{
public:
    Opening(const DatabaseAddress &address, Connection::Kind kind);
    ~Opening();
    Opening(const Opening &) = delete;
    Opening &operator=(const Opening &) = delete;

    /// Waits for at most so long; nothing: not done yet. Gives the result once.
    std::optional<Result<std::unique_ptr<Connection>>> wait(std::chrono::milliseconds atMost);
    /// The same, where being late is an error (Unreachable).
    Result<std::unique_ptr<Connection>> finish(std::chrono::milliseconds atMost);
    Error late() const; ///< that the server has not answered until now

    std::chrono::milliseconds age() const;

    /// How many threads still open a connection, wanted or not; on any thread. While there are some, a
    /// process ends through std::_Exit(): what is destroyed at a usual end, Qt's list of databases for
    /// one, is still used by them.
    static int underWay();

private:
    struct State;

    std::shared_ptr<State> m_state; ///< the thread has it too
    const std::chrono::steady_clock::time_point m_since;
};

} // namespace Store
