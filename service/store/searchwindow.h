// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/searchrows.h"

namespace Store {

class SearchPlan;
class Session;

/** How many hits there are, and the rows of the newest as far as they are known. */
struct HitCount {
    qint64 total = 0;
    SearchRows newestRows; ///< newest first, without gap; maybe empty, maybe all

    bool hasAllRows() const { return newestRows.size() == total; }
};

enum class RowsWanted { None, Newest, All }; ///< more or fewer may come, where that is quicker

Result<HitCount> countHits(Session &session, const SearchPlan &plan, RowsWanted wanted);

/// Mail ids of hits number first..last-1 (first < last <= count.total), newest first in exact order.
Result<QList<qint64>> newestHits(Session &session, const SearchPlan &plan, const HitCount &count,
                                 qint64 first, qint64 last);

} // namespace Store
