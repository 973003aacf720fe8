// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/connection.h"

#include <QSqlDatabase>

namespace Store {

/// Opens a new connection to PostgreSQL: checks the server, sets the options, and takes the lock of
/// `kind`. Errors as for Connection::open().
Result<void> openPostgresql(QSqlDatabase &database, const DatabaseAddress &address,
                            Connection::Kind kind);

} // namespace Store
