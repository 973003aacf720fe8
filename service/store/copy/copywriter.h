// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/copy/copyrow.h"

namespace Store {

class Session;

/// Inserts rows into a table, in the caller's transaction. On PostgreSQL it uses one statement,
/// with all rows as one value.
Result<void> writeRows(Session &session, const CopyPlan &plan, const QList<CopyRow> &rows);

/// Empties a table.
Result<void> clearTable(Session &session, const CopyTable &table);

} // namespace Store
