// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/searchdocument.h"

#include <QList>

namespace Store {

class Session;

/** The mail of a document in the index. */
struct SearchMail {
    qint64 mailId = 0;
    qint64 createdAt = 0; ///< seconds; never changes once indexed
    qint64 accountId = 0;
    qint64 folderId = 0;
};

/** One mail with its searchable tokens. */
struct SearchEntry {
    SearchMail mail;
    SearchDocument document;
};

/// Adds mails to the full text index as one segment, in the caller's transaction. Does not change
/// `mails`; an earlier entry of the same mail must be removed first. SQLite.
Result<void> addToIndex(Session &session, const QList<SearchEntry> &entries);

/// Adds a mail to the full text index, or replaces its entry, in the caller's transaction.
Result<void> indexMail(Session &session, const SearchMail &mail, const SearchDocument &document);

/// The same, but normalises the fields first.
Result<void> indexMail(Session &session, qint64 mailId, qint64 createdAt, qint64 accountId,
                       qint64 folderId, const SearchFields &fields);

/// Removes a mail from the index, in the transaction that deletes the mail and before its row is
/// deleted; a mail that is not in the index is no error.
Result<void> removeFromSearch(Session &session, qint64 mailId);

/// Deletes the whole index, in the caller's transaction. Does not mark mails to be indexed again.
Result<void> clearIndex(Session &session);

} // namespace Store
