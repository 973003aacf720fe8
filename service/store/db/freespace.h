// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QtGlobal>

namespace Store {

class Session;

/// Pages of 4 KiB that hold nothing. None on PostgreSQL, where the rest does nothing either.
Result<qint64> freePages(Session &session);

/// Takes up to `maxPages` unused pages (4 KiB each) out of the database; true: there are more.
/// Moves pages about, so in small transactions. The file gets shorter by checkpoint().
Result<bool> giveBackPages(Session &session, int maxPages);

/// Writes what is only in SQLite's log into the file and cuts off what lies behind its end. Waits for
/// nobody: where a reader still needs the log, a later checkpoint does it. Microseconds where the log
/// has nothing new. Outside a transaction.
Result<void> checkpoint(Session &session);

} // namespace Store
