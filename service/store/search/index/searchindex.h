// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/mergeextent.h"
#include "store/search/index/searchentry.h"

#include <QList>

/**
 * The full text index: the words of all mails in segments (service/search), the same on both engines. On
 * PostgreSQL several connections may change it at the same time (segmentlock.h).
 */
namespace Store {

class Session;

/// Adds a mail, or replaces its entry, in the caller's transaction.
Result<void> putInIndex(Session &session, const SearchMail &mail, const SearchDocument &document);

/// Removes a mail, in the transaction that deletes the mail and before its row is deleted; a mail that is not in the
/// index is no error. Waits while another connection is indexing the mail.
Result<void> removeFromIndex(Session &session, qint64 mailId);

/// Deletes the whole index, in the caller's transaction. Does not mark mails to be indexed again.
Result<void> clearIndex(Session &session);

/// Of these mails, those that still wait for their text; see pendingSearchWork().
Result<QList<SearchEntry>> pendingEntries(Session &session,
                                          const QList<PreparedSearchWork> &prepared);

/// See invertSearchWork().
InvertedMails invertEntries(const QList<SearchEntry> &entries);

/// See storeSearchWork().
Result<int> storeInIndex(Session &session, const InvertedMails &inverted);

/// See Store::passedOver().
Result<QList<PreparedSearchWork>> passedOverInIndex(Session &session,
                                                    const QList<PreparedSearchWork> &prepared);

/// One step of merging some segments; false: there is nothing left to do, or another process merges. Outside of a
/// transaction; see store/search/fill/upkeep.h.
Result<bool> mergeSomeSegments(Session &session, MergeExtent extent);

/// Deletes the index if it contains no mail any more: otherwise deleted mails use space until a merge. Opens its
/// own transaction.
Result<void> dropIndexIfEmpty(Session &session);

/// Adds mails as segments, in the caller's transaction. Does not change `mails`; an earlier entry of the same mail
/// must be removed first.
Result<void> addSegments(Session &session, const QList<SearchEntry> &entries);

} // namespace Store
