// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/error.h"

#include <QSqlError>

namespace Store {

/// What the engine said, as an error that a caller can act on: StorageFull, Conflict or Storage.
/// The message names tables and columns, never values.
Error toError(const QSqlError &error);

/// Whether PostgreSQL is gone, or has thrown this connection out, so that a new one is needed.
bool meansLost(const QSqlError &error);

/// The same of a connection that could not be made: whether the server may come back by itself.
/// False where it is there and refuses us (password, database, certificate).
bool mayPass(const QSqlError &error);

} // namespace Store
