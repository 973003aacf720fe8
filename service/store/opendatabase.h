// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/database.h"

namespace Store {

/// Database::open() for normal use: refuses an unfinished copy (Error::Conflict), and rebuilds the
/// full text index if another version of the normaliser made it.
Result<std::unique_ptr<Database>> openDatabase(DatabaseOptions options);

} // namespace Store
