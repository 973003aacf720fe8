// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/error.h"

#include <QSqlError>

namespace Store {

/// Converts an engine error to an error that a caller can handle: StorageFull, Conflict or Storage.
/// The message contains names of tables and columns, never values.
Error toError(const QSqlError &error);

/// The same for a statement that sets up a connection: Unreachable if the server was lost, because it
/// may come back, like one that was not reachable at first.
Error toOpeningError(const QSqlError &error);

/// Whether PostgreSQL is gone, or has closed this connection, so that a new one is needed.
bool meansLost(const QSqlError &error);

/// The same for a connection that could not be opened: whether the failure may be temporary. False
/// if the server is available and rejects the connection (password, database, certificate).
bool mayPass(const QSqlError &error);

} // namespace Store
