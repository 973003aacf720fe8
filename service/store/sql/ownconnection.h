// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/databaseaddress.h"

#include <QSqlDatabase>

namespace Store {

/**
 * Checks that all statements of `connection`, which was just opened, run in one session of the
 * server. This fails behind a pooler in transaction or statement mode (pgbouncer: pool_mode):
 * settings, prepared statements, session locks and LISTEN are lost there, and affect other clients.
 * Error::Storage in that case.
 *
 * A second connection detects a pooler: both are in the same session of the server, or the first
 * changes to another session while the second is in a transaction. The second connection is closed
 * again.
 */
Result<void> checkIsOwn(const QSqlDatabase &connection, const DatabaseAddress &address);

} // namespace Store
