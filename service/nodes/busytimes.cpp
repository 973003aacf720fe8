// SPDX-License-Identifier: GPL-3.0-or-later
#include "nodes/busytimes.h"

#include <algorithm>
#include <bit>

namespace Nodes {

namespace {

constexpr quint64 heaviest = 32;

/// One for each sixtieth of the time.
qint64 weightOf(std::chrono::milliseconds busy, std::chrono::milliseconds all)
{
    const auto sixtieths = quint64(60 * busy.count() / std::max<qint64>(1, all.count()));
    return qint64(std::min(heaviest, std::bit_floor(sixtieths + 1)));
}

} // namespace

void BusyTimes::note(qint64 accountId, bool isBusy, Milliseconds now)
{
    const auto known = m_accounts.find(accountId);
    if (known == m_accounts.end()) {
        if (isBusy)
            m_accounts.insert(accountId, { .since = now, .isBusy = true });
        return;
    }
    if (known->isBusy && !isBusy)
        known->busy += now - known->since;
    if (isBusy && !known->isBusy)
        known->since = now;
    known->isBusy = isBusy;
}

void BusyTimes::remove(qint64 accountId)
{
    m_accounts.remove(accountId);
}

QHash<qint64, qint64> BusyTimes::takeWeights(Milliseconds now)
{
    QHash<qint64, qint64> weights;
    for (auto at = m_accounts.begin(); at != m_accounts.end();) {
        const Milliseconds busy = at->busy + (at->isBusy ? now - at->since : Milliseconds(0));
        if (const qint64 weight = weightOf(busy, now - m_since); weight > 1)
            weights.insert(at.key(), weight);
        at->busy = Milliseconds(0);
        at->since = now;
        at = at->isBusy ? std::next(at) : m_accounts.erase(at);
    }
    m_since = now;
    return weights;
}

} // namespace Nodes
