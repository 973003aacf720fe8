// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/helddatabase.h"

namespace Store {

/// Checks that the source exists, is complete and has exactly this schema. Changes nothing; other
/// programs may have it open.
Result<void> checkCopySource(const DatabaseAddress &address, const Clock &clock);

/// Checks that the source exists, is complete and has a schema that this program can use: for programs that copy
/// nothing.
Result<void> checkUsable(const DatabaseAddress &address, const Clock &clock);

/// Opens the database that is copied. It must have exactly this schema. Nothing in it is changed.
Result<std::unique_ptr<HeldDatabase>> openCopySource(const DatabaseAddress &address,
                                                     const Clock &clock);

/**
 * Opens the target of the copy: an empty database, or the result of an unfinished copy. Creates a
 * missing file and the tables. Error::Conflict: the database holds other data.
 */
Result<std::unique_ptr<HeldDatabase>> openCopyTarget(const DatabaseAddress &address,
                                                     const Clock &clock);

/// Error::BadRequest: source and target are the same database, judged by their addresses.
Result<void> checkDiffer(const DatabaseAddress &from, const DatabaseAddress &to);

} // namespace Store
