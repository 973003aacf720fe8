// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/mergeextent.h"

#include <QtGlobal>

/**
 * Maintenance of the database during idle times, in steps of some 50 ms. Each step returns whether
 * there is more to do. Steps that never run cost speed and space, nothing else.
 */
namespace Store {

class Session;

/** How many mails are not in the largest segment of the full text index, or were deleted from it. */
struct Unmerged {
    qint64 mails = 0;
    bool isMuch = false; ///< so many that a merge is worthwhile: it writes the whole index

    friend bool operator==(const Unmerged &, const Unmerged &) = default;
};
Result<Unmerged> unmergedMails(Session &session);

/// One step of merging some segments: every search reads each segment. Opens its own transaction; for
/// Database::indexing().
Result<bool> mergeSegments(Session &session, MergeExtent extent);

/// One step of merging the index into one segment. The last one also updates the statistics that lists need
/// (Dialect::afterImport()). Opens its own transaction; for Database::indexing().
Result<bool> mergeStep(Session &session);

/// Whether free pages should go back to the file system: they are a sixteenth of the file and more than 8 MiB. A
/// merge of all segments leaves an eighth.
Result<bool> hasMuchFreeSpace(Session &session);

/// Returns some free pages to the file system; false: there are no more. Opens its own transaction.
Result<bool> shrinkStep(Session &session);

/// Deletes the index if it contains no mails any more: otherwise deleted mails use space in it
/// until a merge. Opens its own transaction.
Result<void> dropEmptyIndex(Session &session);

} // namespace Store
