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
 * A database as it was at one moment, for reading, on one thread. Services may have it open and write
 * to it: they are not held up. While it exists, SQLite's log grows by what they write.
 */
class DatabaseSnapshot
{
public:
    /// The moment is when this returns. Error::Conflict: another schema than ours, or a copy that is
    /// not finished. Error::NotFound: no database of Postrider.
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
