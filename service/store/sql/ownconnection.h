// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/databaseaddress.h"

#include <QSqlDatabase>

namespace Store {

/**
 * Whether all statements of `connection`, just opened, run in one session of the server. Behind a
 * pooler in transaction or statement mode (pgbouncer: pool_mode) they do not: settings, prepared
 * statements, session locks and LISTEN are lost there, and found by others. Error::Storage then.
 *
 * Where a pooler is, a second connection shows it: both are in the same session of the server, or
 * the first changes to another one while the second is in a transaction. It is closed again.
 */
Result<void> checkIsOwn(const QSqlDatabase &connection, const DatabaseAddress &address);

} // namespace Store
