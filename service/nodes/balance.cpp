// SPDX-License-Identifier: GPL-3.0-or-later
#include "nodes/balance.h"

#include <algorithm>

namespace Nodes {

qint64 fairShare(const Share &share)
{
    const qint64 nodes = std::max<qint64>(1, share.nodes);
    return (share.weight + nodes - 1) / nodes;
}

qint64 mayTake(const Share &share, qint64 held)
{
    return std::max<qint64>(0, fairShare(share) - held);
}

qint64 shallGiveBack(const Share &share, qint64 held)
{
    constexpr qint64 atOnce = 50;
    const qint64 fair = fairShare(share);
    const qint64 allowed = fair + fair / 10;
    return share.nodes > 1 && held > allowed ? std::min(atOnce, held - fair) : 0;
}

} // namespace Nodes
