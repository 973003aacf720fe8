// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/migrate.h"
#include "store/sql/databaseaddress.h"

#include <chrono>

namespace Store {

/** What to update, and how. */
struct UpdateOptions {
    DatabaseAddress address;
    std::chrono::milliseconds wait{ 0 }; ///< for a server that is not available yet
    bool isPlanOnly = false;             ///< changes nothing, and creates no file
};

/// updateSchema() or planUpdate() of a database that no Database has open here. Blocks. Creates a missing file.
/// Error::Conflict: another process has the file open, or the database is an unfinished copy, or needs a newer program.
Result<SchemaUpdate> updateDatabase(const UpdateOptions &options);

} // namespace Store
