// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/search/index/searchindex.h"

namespace Store {

/** The index in the table search_docs with a GIN index over its words (searchvector.h), for PostgreSQL. */
class VectorIndex final : public SearchIndex
{
public:
    Result<void> put(Session &session, const SearchMail &mail,
                     const SearchDocument &document) const override;
    /// After the row of the mail is deleted.
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
