// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/searchdocument.h"

namespace Store {

class Session;

/** Which mail a document belongs to. */
struct SearchMail {
    qint64 mailId = 0;
    qint64 createdAt = 0; ///< seconds; never changes once indexed
    qint64 accountId = 0;
    qint64 folderId = 0;
};

/**
 * Puts a mail into the full text index, or renews its entry, in the caller's transaction. Does not
 * touch `mails`. Many at once: with rising createdAt, else every step back writes out a segment.
 */
Result<void> indexMail(Session &session, const SearchMail &mail, const SearchDocument &document);

/// The same, normalising first.
Result<void> indexMail(Session &session, qint64 mailId, qint64 createdAt, qint64 accountId,
                       qint64 folderId, const SearchFields &fields);

/// Takes a mail out of the index, in the transaction that deletes it; one that is not in it is no
/// error.
Result<void> removeFromSearch(Session &session, qint64 mailId);

/// Where a mail of this time belongs among the rows of the index: one row each 16 seconds. A finer
/// grain makes the gaps and with them the index larger (4 a second: by a fifth); a coarser one has
/// no room for two million mails a year.
qint64 searchRowOf(qint64 createdAt);

/// The row of the mail's entry; 0: it has none.
Result<qint64> existingSearchRow(Session &session, qint64 mailId);

/// The first free row from `row` upward.
Result<qint64> freeSearchRow(Session &session, qint64 row);

/// Writes the mail's entry at `row`: a free one where it is new, else its own, whose old text goes.
Result<void> writeSearchEntry(Session &session, qint64 row, bool isNew, const SearchMail &mail,
                              const SearchDocument &document);

/// Remembers how many were indexed or removed, and the largest distance between an entry's row and its time.
Result<void> noteIndexed(Session &session, qint64 mails, qint64 spill);

} // namespace Store
