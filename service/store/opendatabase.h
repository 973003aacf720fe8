// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/database.h"

namespace Store {

/// Database::open() for a database that is used: it refuses a copy that is not whole (Error::Conflict), and
/// begins the full text index anew where another normaliser made it.
Result<std::unique_ptr<Database>> openDatabase(DatabaseOptions options);

} // namespace Store
