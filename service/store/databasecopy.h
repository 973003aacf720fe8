// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/result.h"
#include "store/databaseaddress.h"
#include "store/searchdocument.h"

#include <functional>

namespace Store {

/** What is copied where. */
struct CopyOptions {
    DatabaseAddress from;
    DatabaseAddress to;
    MessageReader reader; ///< for the full text index, see Session::readMessagesWith()
    std::function<void(const QString &line)> tell; ///< hears how far it is, every few seconds
};

/**
 * Copies a database into an empty one, of the same engine or another, and goes on with a copy that
 * was not finished. Blocks for as long as that takes.
 *
 * Each table is copied in the order of its keys, in batches of a transaction each; the same one
 * notes in `copied_tables` how many rows are there and the checksum of what was read. While anything
 * stands there no service uses the copy. At a start with such notes the source is read again and
 * compared with them: where it has changed meanwhile, the copy begins again. The full text index is
 * made anew. At the end the copy is read as a whole and must have the checksums of the source.
 */
Result<void> copyDatabase(const CopyOptions &options);

} // namespace Store
