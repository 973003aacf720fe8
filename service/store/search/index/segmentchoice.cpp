// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/segmentchoice.h"

#include <algorithm>
#include <map>

namespace Store {

namespace {

constexpr qsizetype tierSize = 8;

// The segments of each tier are eight times as large as those of the tier before, so that each word is
// rewritten only once per tier.
int tierOf(const SegmentFacts &segment)
{
    constexpr qint64 smallest = 16 * 1024;
    int tier = 0;
    for (qint64 bytes = segment.bytes / smallest; bytes > 0; bytes /= tierSize)
        ++tier;
    return tier;
}

bool isHalfGone(const SegmentFacts &segment)
{
    return segment.gone * 2 >= segment.documents;
}

} // namespace

QList<qint64> nextTier(const QList<SegmentFacts> &segments)
{
    std::map<int, QList<qint64>> tiers;
    for (const SegmentFacts &segment : segments) {
        if (isHalfGone(segment))
            return { segment.id };
        tiers[tierOf(segment)].append(segment.id);
    }
    for (const auto &[tier, ids] : tiers) {
        if (ids.size() >= tierSize)
            return ids.first(std::min(ids.size(), mostMerged));
    }
    return {};
}

QList<qint64> allSegments(const QList<SegmentFacts> &segments)
{
    const bool isOne = segments.size() == 1;
    if (segments.isEmpty() || (isOne && segments.first().gone * 4 < segments.first().documents))
        return {};
    QList<qint64> ids;
    for (const SegmentFacts &segment : segments)
        ids.append(segment.id);
    return ids;
}

} // namespace Store
