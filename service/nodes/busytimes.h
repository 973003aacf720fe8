// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>

#include <chrono>

namespace Nodes {

/**
 * How long the accounts of this node synchronised, which shows their traffic: each change at the mail server begins a
 * pass. Gives each account a weight: 1 for an account that only waits, up to 32 for one that synchronises more than
 * half of the time. Times are those of a monotonic clock. One thread.
 */
class BusyTimes
{
public:
    using Milliseconds = std::chrono::milliseconds;

    void note(qint64 accountId, bool isBusy, Milliseconds now);
    void remove(qint64 accountId);

    /// The weights above 1, of the time since the last call. A power of two, so that a small change is none.
    QHash<qint64, qint64> takeWeights(Milliseconds now);

private:
    struct Times {
        Milliseconds busy{ 0 }; ///< without the pass that runs
        Milliseconds since{ 0 };
        bool isBusy = false;
    };

    QHash<qint64, Times> m_accounts; ///< only those that synchronised since takeWeights()
    Milliseconds m_since{ 0 };
};

} // namespace Nodes
