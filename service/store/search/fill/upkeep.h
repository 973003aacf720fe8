// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QtGlobal>

/**
 * What a database likes when nobody needs it, in steps of some 50 ms. Each step says
 * whether there is more to do; one that is never taken costs speed and space, nothing else.
 */
namespace Store {

class Session;

/** How many mails are not in the largest segment of the full text index, or were deleted from it. */
struct Unmerged {
    qint64 mails = 0;
    bool isMuch = false; ///< so much that merging pays: it writes the whole index once

    friend bool operator==(const Unmerged &, const Unmerged &) = default;
};
Result<Unmerged> unmergedMails(Session &session);

/// A step towards one segment; on PostgreSQL, which brings its index together by itself, all of what else a
/// search needs: statistics. Opens its own transaction; for Database::indexing().
Result<bool> mergeStep(Session &session);

/// PostgreSQL puts what is indexed into a list that every search reads, and that is to be brought into
/// the index now and then. It would do so by itself, in the middle of a transaction that holds mails.
/// For Database::indexing(), outside of a transaction; nothing on SQLite.
Result<void> flushIndex(Session &session);

/// Gives free pages back to the file system, where they are an eighth of the file and more than
/// 8 MiB. Opens its own transaction.
Result<bool> shrinkStep(Session &session);

/// Throws the index away where no mail is left in it: until a merge what was deleted takes the space that
/// it took. Opens its own transaction.
Result<void> dropEmptyIndex(Session &session);

} // namespace Store
