// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/search/index/searchindex.h"

namespace Store {

/// Adds mails as one segment, in the caller's transaction. Does not change `mails`; an earlier entry
/// of the same mail must be removed first.
Result<void> addSegment(Session &session, const QList<SearchEntry> &entries);

/** The index in segments of our own (service/search), for SQLite. */
class SegmentIndex final : public SearchIndex
{
public:
    Result<void> put(Session &session, const SearchMail &mail,
                     const SearchDocument &document) const override;
    /// Before the row of the mail is deleted.
    Result<void> remove(Session &session, qint64 mailId) const override;
    Result<void> clear(Session &session) const override;

    Result<int> store(Session &session, const QList<PreparedSearchWork> &prepared) const override;
    Result<QList<PreparedSearchWork>>
    passedOver(Session &session, const QList<PreparedSearchWork> &prepared) const override;

    Result<void> keepOthersOut(Session &session) const override;
    Result<void> beginFilling(Session &session) const override;
    Result<void> endFilling(Session &session) const override;

    Result<bool> mergeSome(Session &session, MergeExtent extent) const override;
    Result<bool> mergeAll(Session &session) const override;
    Result<void> flush(Session &session) const override;
    Result<void> dropIfEmpty(Session &session) const override;
};

} // namespace Store
