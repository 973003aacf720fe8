// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "store/sql/databaseaddress.h"
#include "store/sql/session.h"

#include <memory>

namespace Store {
class Connection;
}

namespace Doctor {

class Report;

/** A database that is checked, on one thread. It is not changed. */
class CheckedDatabase
{
public:
    ~CheckedDatabase();
    Store::Session &session() { return *m_session; }

private:
    friend std::unique_ptr<CheckedDatabase> openDatabase(const Store::DatabaseAddress &address,
                                                         const Clock &clock, Report &report);

    std::unique_ptr<Store::Connection> m_connection;
    std::unique_ptr<Store::Session> m_session;
};

/// Opens the database for reading. Null: it cannot be checked, because it is not reachable, does not exist
/// yet, or has another schema. The reason is in the report.
std::unique_ptr<CheckedDatabase> openDatabase(const Store::DatabaseAddress &address,
                                              const Clock &clock, Report &report);

/// Checks that readers reach the same database through the pooler at `pool`.
void checkPool(const Store::DatabaseAddress &pool, Store::Session &own, const Clock &clock,
               Report &report);

/// Checks that the content is sound: SQLite's quick check, which reads the whole file (seconds for a
/// gigabyte), and on both engines whether the counts of mails are right.
void checkIntegrity(Store::Session &session, const QString &shown, Report &report);

} // namespace Doctor
