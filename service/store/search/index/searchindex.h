// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/mergeextent.h"
#include "store/search/index/searchentry.h"

#include <QList>

namespace Store {

class Session;

/**
 * The full text index of one engine: SegmentIndex on SQLite, VectorIndex on PostgreSQL. Both contain
 * the same words, and searches give the same results. Has no data; used on the thread of the session.
 */
class SearchIndex
{
public:
    virtual ~SearchIndex() = default;

    /// Adds a mail, or replaces its entry, in the caller's transaction.
    virtual Result<void> put(Session &session, const SearchMail &mail,
                             const SearchDocument &document) const = 0;
    /// Removes a mail, in the transaction that deletes the mail; a mail that is not in the index is
    /// no error. For the order of the two deletions see maildelete.cpp.
    virtual Result<void> remove(Session &session, qint64 mailId) const = 0;
    /// Deletes the whole index, in the caller's transaction. Does not mark mails to be indexed again.
    virtual Result<void> clear(Session &session) const = 0;

    /// See storeSearchWork().
    virtual Result<int> store(Session &session,
                              const QList<PreparedSearchWork> &prepared) const = 0;
    /// See Store::passedOver().
    virtual Result<QList<PreparedSearchWork>>
    passedOver(Session &session, const QList<PreparedSearchWork> &prepared) const = 0;

    /// Until the caller's transaction ends, no other process changes the index, and the changes of
    /// others are committed.
    virtual Result<void> keepOthersOut(Session &session) const = 0;
    /// Empties the index, in the caller's transaction, so that filling it with all mails is fast.
    virtual Result<void> beginFilling(Session &session) const = 0;
    /// To be called after that, outside of a transaction, when all mails are indexed.
    virtual Result<void> endFilling(Session &session) const = 0;

    // Upkeep, outside of a transaction; see store/search/fill/upkeep.h.

    /// One step of merging some segments; false: there is nothing left to do.
    virtual Result<bool> mergeSome(Session &session, MergeExtent extent) const = 0;
    /// One step of putting the whole index in order; false: it was the last one.
    virtual Result<bool> mergeAll(Session &session) const = 0;
    virtual Result<void> flush(Session &session) const = 0;
    virtual Result<void> dropIfEmpty(Session &session) const = 0;
};

/// The factory: the index of the session's engine.
const SearchIndex &searchIndex(const Session &session);

} // namespace Store
