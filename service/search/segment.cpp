// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/segment.h"

namespace Search {

qint64 Segment::bytes() const
{
    qint64 bytes = 0;
    for (const auto &[first, block] : words)
        bytes += block.size();
    for (const auto &[offset, piece] : places)
        bytes += piece.size();
    return bytes;
}

} // namespace Search
