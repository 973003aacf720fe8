// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/error.h"

#include <QSqlError>

namespace Store {

/// What the engine said, as an error that a caller can act on: StorageFull, Conflict or Storage.
/// The message names tables and columns, never values.
Error toError(const QSqlError &error);

} // namespace Store
