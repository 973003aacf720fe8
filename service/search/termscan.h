// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/expression.h"
#include "search/segmentrows.h"
#include "search/wordblock.h"

namespace Search {

/// Calls `visit(segment, block)` for each term of the range, with the block at that term: segment by segment,
/// the terms of each in byte order. `segment` is an index into rows.segments().
template<typename Visit>
Result<void> forEachTerm(SegmentRows &rows, const TermRange &range, Visit visit)
{
    const QByteArray low = range.low();
    const QByteArray high = range.high();
    return rows.readWords(low, high, [&](qsizetype segment, QByteArrayView data) {
        WordBlock block(data);
        while (block.next()) {
            const QByteArrayView term = block.term();
            if (term.compare(low) < 0)
                continue;
            if (!high.isEmpty() && term.compare(high) >= 0)
                break;
            if (!term.isEmpty() && range.spaces.contains(term.back()))
                visit(segment, block);
        }
    });
}

} // namespace Search
