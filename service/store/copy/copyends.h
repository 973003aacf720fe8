// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/helddatabase.h"

namespace Store {

/// Whether there is a database of this very schema to read from, and a whole one. Changes nothing;
/// other programs may have it open.
Result<void> checkCopySource(const DatabaseAddress &address, const Clock &clock);

/// The database that is copied: one of this very schema. Nothing in it is changed.
Result<std::unique_ptr<HeldDatabase>> openCopySource(const DatabaseAddress &address,
                                                     const Clock &clock);

/**
 * The one that becomes the copy: empty, or the copy that was not finished. A file that is not there
 * is made, tables too. Error::Conflict: it holds something else.
 */
Result<std::unique_ptr<HeldDatabase>> openCopyTarget(const DatabaseAddress &address,
                                                     const Clock &clock);

/// Error::BadRequest where both are one database, as far as the addresses tell.
Result<void> checkDiffer(const DatabaseAddress &from, const DatabaseAddress &to);

} // namespace Store
