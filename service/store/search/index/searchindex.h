// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/searchdocument.h"

#include <QList>

namespace Store {

class Session;

/** Which mail a document belongs to. */
struct SearchMail {
    qint64 mailId = 0;
    qint64 createdAt = 0; ///< seconds; never changes once indexed
    qint64 accountId = 0;
    qint64 folderId = 0;
};

/** One mail with what can be found of it. */
struct SearchEntry {
    SearchMail mail;
    SearchDocument document;
};

/// Adds mails to the full text index as one segment, in the caller's transaction. Does not touch `mails`;
/// an earlier entry of the same mail is to be removed before. SQLite.
Result<void> addToIndex(Session &session, const QList<SearchEntry> &entries);

/// Puts a mail into the full text index, or renews its entry, in the caller's transaction.
Result<void> indexMail(Session &session, const SearchMail &mail, const SearchDocument &document);

/// The same, normalising first.
Result<void> indexMail(Session &session, qint64 mailId, qint64 createdAt, qint64 accountId,
                       qint64 folderId, const SearchFields &fields);

/// Takes a mail out of the index, in the transaction that deletes it and before its row goes; one that is
/// not in it is no error.
Result<void> removeFromSearch(Session &session, qint64 mailId);

/// Throws the whole index away, in the caller's transaction. What is to be indexed again is not marked.
Result<void> clearIndex(Session &session);

} // namespace Store
