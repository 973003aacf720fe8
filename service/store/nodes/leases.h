// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/fence.h"

#include <QByteArray>
#include <QHash>
#include <QList>

/**
 * Which node synchronises which account. Every function runs on the coordinating session
 * (Database::coordinate()). A transaction that writes for an account checks its lease by itself
 * (Session::fenceWith()).
 */
namespace Store {

class Session;

/** What an account is doing at the node that has its lease. */
struct AccountState {
    qint64 accountId = 0;
    QByteArray state; ///< JSON; empty: nothing
};

/** The same with the lease, to be stored. */
struct LeaseState {
    Fence lease;
    QByteArray state;
};

/** The leases of a node. Number and epochs change when another node takes one, or a user edits the table. */
struct LeaseSum {
    qint64 leases = 0;
    qint64 epochs = 0; ///< the sum of all
    qint64 weight = 0; ///< the same

    friend bool operator==(const LeaseSum &, const LeaseSum &) = default;
};

/// Adds rows for accounts that have none: those of a database that was copied here.
Result<void> completeLeases(Session &session);

/** The accounts that are to be synchronised, by all nodes together. */
struct AccountSum {
    qint64 accounts = 0;
    qint64 weight = 0;

    friend bool operator==(const AccountSum &, const AccountSum &) = default;
};

/// 6 ms for 100,000 accounts.
Result<AccountSum> accountsToFollow(Session &session);

/// Takes leases that no node has, with a new epoch each, the heaviest first, until they weigh `most`. `fromLost`: also
/// those of nodes that are dead.
Result<QList<Fence>> takeLeases(Session &session, qint64 nodeId, qint64 most, bool fromLost);

/// Stores the weights above 1 of leases of this node, by account. An account that became lighter loses half of its
/// weight with each call.
Result<void> noteWeights(Session &session, qint64 nodeId, const QHash<qint64, qint64> &weights);
/// The weights above 1 of the leases of this node, by account.
Result<QHash<qint64, qint64>> weightsOf(Session &session, qint64 nodeId);

Result<LeaseSum> sumOfLeases(Session &session, qint64 nodeId);
Result<QList<Fence>> heldLeases(Session &session, qint64 nodeId);

/// Gives a lease back, unless it was lost meanwhile: any node may take it.
Result<void> releaseLease(Session &session, const Fence &lease);
/// All leases of a node.
Result<void> releaseLeases(Session &session, qint64 nodeId);
/// Takes the lease of an account away from whichever node has it. That node writes nothing more.
Result<void> revokeLease(Session &session, qint64 accountId);

/// Stores what accounts are doing whose leases the node still has.
Result<void> noteStates(Session &session, qint64 nodeId, const QList<LeaseState> &states);
/// The states that other nodes noted within the last `seconds`.
Result<QList<AccountState>> statesOfOthers(Session &session, qint64 nodeId, qint64 seconds);

} // namespace Store
