// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/result.h"
#include "store/sql/databaseaddress.h"
#include "store/sql/session.h"

#include <memory>
#include <optional>

namespace Store {

class Connection;
class FileLock;

/**
 * A database that one command uses exclusively, on its own thread, with one writing session. No
 * service and no other command can open it meanwhile. Creates nothing and changes no schema.
 */
class HeldDatabase
{
public:
    /// Error::Conflict: something else has it open.
    static Result<std::unique_ptr<HeldDatabase>> open(const DatabaseAddress &address,
                                                      const Clock &clock);
    ~HeldDatabase();
    HeldDatabase(const HeldDatabase &) = delete;
    HeldDatabase &operator=(const HeldDatabase &) = delete;

    Session &session() { return *m_session; }

private:
    HeldDatabase();

    std::unique_ptr<FileLock> m_lock; ///< SQLite; on PostgreSQL the connection holds the lock
    std::unique_ptr<Connection> m_connection;
    std::optional<Session> m_session;
};

} // namespace Store
