// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/searchindex.h"

#include "store/search/index/segmentindex.h"
#include "store/search/index/vectorindex.h"
#include "store/sql/session.h"

namespace Store {

const SearchIndex &searchIndex(const Session &session)
{
    static const SegmentIndex segments;
    static const VectorIndex vectors;
    if (session.dialect().hasFullText())
        return vectors;
    return segments;
}

} // namespace Store
