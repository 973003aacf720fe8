// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QList>

namespace Store {

class SearchPlan;
class Session;

/** How many hits there are and, for the first pages, the rows of the newest. */
struct HitCount {
    qint64 total = 0;
    QList<qint64> newestRows; ///< newest first, without gap; maybe empty
};

Result<HitCount> countHits(Session &session, const SearchPlan &plan, bool withNewest);

/// Mail ids of hits number first..last-1 (first < last <= count.total), newest first in exact order.
Result<QList<qint64>> newestHits(Session &session, const SearchPlan &plan, const HitCount &count,
                                 qint64 first, qint64 last);

} // namespace Store
