// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/databasesnapshot.h"

#include "store/copy/copyends.h"
#include "store/copy/copyprogress.h"
#include "store/sql/connection.h"

using namespace Qt::StringLiterals;

namespace Store {

DatabaseSnapshot::DatabaseSnapshot() = default;

DatabaseSnapshot::~DatabaseSnapshot() = default;

Result<std::unique_ptr<DatabaseSnapshot>> DatabaseSnapshot::open(const DatabaseAddress &address,
                                                                 const Clock &clock)
{
    RETURN_IF_ERROR(checkCopySource(address, clock));
    auto connection = Connection::open(address, Connection::Kind::Reader);
    RETURN_IF_ERROR(connection);
    std::unique_ptr<DatabaseSnapshot> snapshot(new DatabaseSnapshot);
    snapshot->m_connection = std::move(*connection);
    snapshot->m_session.emplace(snapshot->m_connection->handle(), clock);
    RETURN_IF_ERROR(snapshot->begin(address));
    return snapshot;
}

// The timeouts are switched off: reading the whole database waits for no lock, but the reader may have to
// wait for the disk to which it writes. SQLite takes its snapshot with the first statement that reads,
// which is in checkIsWhole().
Result<void> DatabaseSnapshot::begin(const DatabaseAddress &address)
{
    if (m_session->dialect().limitsStatements()) {
        for (const char *setting : { "statement_timeout", "idle_in_transaction_session_timeout" }) {
            RETURN_IF_ERROR(m_session->execute(u"SET %1 TO 0"_s.arg(QLatin1StringView(setting))));
        }
    }
    m_snapshot.emplace(*m_session);
    if (!m_session->inTransaction())
        return Error{ Error::Code::Storage,
                      u"Cannot begin a snapshot of the database %1."_s.arg(address.shown) };
    return checkIsWhole(*m_session, address.shown);
}

} // namespace Store
