// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace Nodes {

/** What the share of a node depends on. An account that only waits for changes has the weight 1 (BusyTimes). */
struct Share {
    qint64 nodes = 0;  ///< alive, and not being stopped
    qint64 weight = 0; ///< of all accounts to be synchronised
};

/// The weight that each node should have: all have the same share, rounded up. Pure.
qint64 fairShare(const Share &share);

/// The weight of the accounts that a node may take now, whose accounts have the weight `held`: up to its share. Pure.
qint64 mayTake(const Share &share, qint64 held);

/// The weight of the accounts that it gives back now, so that other nodes have their share too. Little at a time, and
/// nothing while it has at most a tenth more than its share, so that accounts do not move back and forth. Pure.
qint64 shallGiveBack(const Share &share, qint64 held);

} // namespace Nodes
