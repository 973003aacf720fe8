// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/result.h"
#include "store/db/transaction.h"
#include "store/sql/databaseaddress.h"
#include "store/sql/session.h"

#include <memory>
#include <optional>

namespace Store {

class Connection;

/**
 * A read-only snapshot of a database, on one thread. Services may have the database open and write
 * to it: they are not blocked. While the snapshot exists, SQLite's log grows with each write.
 */
class DatabaseSnapshot
{
public:
    /// The snapshot is taken when this returns. Error::Conflict: the schema differs from ours, or
    /// the database is an unfinished copy. Error::NotFound: no database of Postrider.
    static Result<std::unique_ptr<DatabaseSnapshot>> open(const DatabaseAddress &address,
                                                          const Clock &clock);
    ~DatabaseSnapshot();
    DatabaseSnapshot(const DatabaseSnapshot &) = delete;
    DatabaseSnapshot &operator=(const DatabaseSnapshot &) = delete;

    Session &session() { return *m_session; }

private:
    DatabaseSnapshot();
    Result<void> begin(const DatabaseAddress &address);

    std::unique_ptr<Connection> m_connection;
    std::optional<Session> m_session;
    std::optional<Snapshot> m_snapshot;
};

} // namespace Store
