// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nodes/balance.h"
#include "store/nodes/accountrequests.h"
#include "store/nodes/leases.h"
#include "store/nodes/nodes.h"

#include <QHash>

#include <chrono>
#include <optional>

namespace Nodes {

/** The state of a node before a look into the database, and what it has to store. */
struct TurnInput {
    Store::NodeInfo info;
    qint64 nodeId = 0; ///< 0: it has to join first
    bool isDraining = false;
    bool isBeatDue = false;
    bool takesFromLost = false; ///< also leases of nodes that are dead
    bool isCountDue = false;    ///< there may be more accounts, or fewer
    Store::AccountSum all;      ///< as of the last look
    Store::LeaseSum known;      ///< of the leases that it has
    std::optional<QHash<qint64, qint64>>
        weights; ///< above 1, by account, if they were measured now
    QList<Store::Fence> toRelease;
    QList<Store::LeaseState> states; ///< that changed
    QByteArrayList notices;          ///< to all other nodes
};

/** What it found. */
struct TurnResult {
    QString
        outdated; ///< why this service cannot use the database any more; then nothing else was done
    qint64 nodeId = 0;
    qint64 first = 0;                        ///< the lowest id of the nodes that are alive
    qint64 known = 0;                        ///< nodes in the table
    std::chrono::milliseconds ofMinute{ 0 }; ///< that has passed, by the clock of the database
    Share share;
    Store::AccountSum all;
    QList<Store::Fence> taken;
    qint64 heldWeight = 0;                        ///< of its leases
    std::optional<QHash<qint64, qint64>> weights; ///< above 1, by account, if some may have changed
    std::optional<QList<Store::Fence>>
        held; ///< read where they may differ from what the node knows
    QList<Store::AccountRequest> requests;
    QList<Store::AccountState> states; ///< of accounts of other nodes
};

/// One look. On the coordinating session, without a transaction: each statement stands for itself.
Result<TurnResult> takeTurn(Store::Session &session, const TurnInput &input);

} // namespace Nodes
