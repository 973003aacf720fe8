// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/result.h"
#include "store/search/index/searchdocument.h"
#include "store/sql/databaseaddress.h"

#include <functional>

namespace Store {

/** What is copied where. */
struct CopyOptions {
    DatabaseAddress from;
    DatabaseAddress to;
    MessageReader reader;                          ///< for the full text index
    std::function<void(const QString &line)> tell; ///< hears how far it is, every few seconds
};

/**
 * Copies a database into an empty one, of the same engine or another, and goes on with a copy that
 * was not finished. Blocks for as long as that takes. See copyRows().
 */
Result<void> copyDatabase(const CopyOptions &options);

} // namespace Store
