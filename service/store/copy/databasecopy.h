// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/result.h"
#include "store/search/index/searchdocument.h"
#include "store/sql/databaseaddress.h"

#include <functional>

namespace Store {

/** Source, target and options of a copy. */
struct CopyOptions {
    DatabaseAddress from;
    DatabaseAddress to;
    MessageReader reader; ///< for the full text index
    std::function<void(const QString &line)>
        report; ///< called with the progress, every few seconds
};

/**
 * Copies a database into an empty one, of the same engine or another. Continues an unfinished copy.
 * Blocks until the copy is complete. See copyRows().
 */
Result<void> copyDatabase(const CopyOptions &options);

} // namespace Store
