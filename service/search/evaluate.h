// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "search/docset.h"
#include "search/expression.h"
#include "search/segmentrows.h"

#include <QList>

namespace Search {

/// The matching documents, a set for each of rows.segments(). Deleted documents are included. Cost:
/// the blocks of each range in each segment; phrases also read the places of their words in the
/// segments that have all of these.
Result<QList<DocSet>> evaluate(SegmentRows &rows, const Expression &expression);

} // namespace Search
