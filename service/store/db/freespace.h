// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QtGlobal>

namespace Store {

class Session;

/// The number of unused pages, which have 16 KiB each (4 KiB in old databases). Always 0 on PostgreSQL, where the functions below do
/// nothing.
Result<qint64> freePages(Session &session);

/// Removes up to `maxPages` unused pages from the database; true: there are more. It
/// moves pages, so use small transactions. checkpoint() then makes the file shorter.
Result<bool> giveBackPages(Session &session, int maxPages);

/// Writes the data of SQLite's log into the database file and truncates the file. Never blocks on
/// readers: if a reader still needs the log, a later checkpoint does the work. Takes microseconds
/// if the log has no new data. Outside a transaction.
Result<void> checkpoint(Session &session);

} // namespace Store
