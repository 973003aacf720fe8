// SPDX-License-Identifier: GPL-3.0-or-later
#include "nodes/turn.h"

#include "store/sql/newid.h"
#include "store/sql/schemastate.h"
#include "store/sql/session.h"
#include "store/sql/sqltext.h"

namespace Nodes {

namespace {

/// States are read again for this time, so that none is lost if a look takes long.
constexpr qint64 statesSeconds = 15;

Result<qint64> join(Store::Session &session, const Store::NodeInfo &info)
{
    const Result<qint64> id = Store::joinNodes(session, info);
    RETURN_IF_ERROR(id);
    RETURN_IF_ERROR(Store::removeDeadNodes(session, *id));
    RETURN_IF_ERROR(Store::pruneRequests(session));
    return id;
}

// A node whose row was removed has lost its leases with it, and joins again. If another service removed it because
// its data folder is a copy, both would go on doing so; a new UUID prevents that.
Result<qint64> beat(Store::Session &session, const TurnInput &input)
{
    if (input.nodeId != 0 && !input.isBeatDue)
        return input.nodeId;
    if (input.nodeId != 0) {
        const Result<bool> isThere = Store::noteBeat(session, input.nodeId, input.isDraining);
        RETURN_IF_ERROR(isThere);
        if (*isThere)
            return input.nodeId;
    }
    Store::NodeInfo info = input.info;
    if (input.nodeId != 0)
        info.uuid = QString::fromLatin1(Store::newUuid());
    return join(session, info);
}

// Checked before the beat, because the table of nodes may be one of those that have changed.
Result<QString> whyOutdated(Store::Session &session, const TurnInput &input)
{
    if (input.isDraining || (!input.isBeatDue && input.nodeId != 0))
        return QString();
    const Result<Store::SchemaState> state = Store::schemaState(session);
    RETURN_IF_ERROR(state);
    const auto compatible = checkCompatible(*state, Store::newestVersion(session.engine()));
    return compatible ? QString() : compatible.error().message;
}

Result<void> write(Store::Session &session, const TurnInput &input)
{
    if (input.isDraining && input.isBeatDue) {
        RETURN_IF_ERROR(Store::releaseLeases(session, input.nodeId));
        return Store::notifyNodes(session);
    }
    for (const Store::Fence &lease : input.toRelease)
        RETURN_IF_ERROR(Store::releaseLease(session, lease));
    if (!input.states.isEmpty())
        RETURN_IF_ERROR(Store::noteStates(session, input.nodeId, input.states));
    for (const QByteArray &notice : input.notices)
        RETURN_IF_ERROR(Store::notifyNodes(session, notice));
    return input.toRelease.isEmpty() ? Result<void>() : Store::notifyNodes(session);
}

Result<void> take(Store::Session &session, const TurnInput &input, TurnResult &result)
{
    const Result<Store::NodesNow> now = Store::nodesNow(session);
    RETURN_IF_ERROR(now);
    result.first = now->first;
    result.known = now->known;
    result.ofMinute = std::chrono::milliseconds(now->ofMinuteMs);
    result.all = input.all;
    if (input.isBeatDue || input.isCountDue) {
        RETURN_IF_ERROR(Store::completeLeases(session));
        const Result<Store::AccountSum> all = Store::accountsToFollow(session);
        RETURN_IF_ERROR(all);
        result.all = *all;
    }
    result.share = { now->live, result.all.weight };
    const qint64 most = input.isDraining ? 0 : mayTake(result.share, input.known.weight);
    if (most == 0)
        return {};
    const Result<QList<Store::Fence>> taken =
        Store::takeLeases(session, result.nodeId, most, input.takesFromLost);
    RETURN_IF_ERROR(taken);
    result.taken = *taken;
    return {};
}

Result<void> compare(Store::Session &session, const TurnInput &input, TurnResult &result)
{
    Store::LeaseSum known = input.known;
    for (const Store::Fence &lease : std::as_const(result.taken)) {
        ++known.leases;
        known.epochs += lease.epoch;
    }
    const Result<Store::LeaseSum> sum = Store::sumOfLeases(session, result.nodeId);
    RETURN_IF_ERROR(sum);
    result.heldWeight = sum->weight;
    if (sum->leases == known.leases && sum->epochs == known.epochs)
        return {};
    const Result<QList<Store::Fence>> held = Store::heldLeases(session, result.nodeId);
    RETURN_IF_ERROR(held);
    result.held = *held;
    return {};
}

Result<void> readWeights(Store::Session &session, const TurnInput &input, TurnResult &result)
{
    if (!input.weights && result.taken.isEmpty() && !result.held)
        return {};
    const auto weights = Store::weightsOf(session, result.nodeId);
    RETURN_IF_ERROR(weights);
    result.weights = *weights;
    return {};
}

} // namespace

Result<TurnResult> takeTurn(Store::Session &session, const TurnInput &input)
{
    TurnResult result;
    const Result<QString> outdated = whyOutdated(session, input);
    RETURN_IF_ERROR(outdated);
    if (!outdated->isEmpty()) {
        result.outdated = *outdated;
        return result;
    }
    const Result<qint64> id = beat(session, input);
    RETURN_IF_ERROR(id);
    result.nodeId = *id;
    RETURN_IF_ERROR(write(session, input));
    // Before the sum of all weights is read: a node must not compare new weights of others with its old ones.
    if (input.weights)
        RETURN_IF_ERROR(Store::noteWeights(session, result.nodeId, *input.weights));
    RETURN_IF_ERROR(take(session, input, result));
    RETURN_IF_ERROR(compare(session, input, result));
    RETURN_IF_ERROR(readWeights(session, input, result));
    const auto requests = Store::takeRequests(session, *id);
    RETURN_IF_ERROR(requests);
    result.requests = *requests;
    const auto states = Store::statesOfOthers(session, *id, statesSeconds);
    RETURN_IF_ERROR(states);
    result.states = *states;
    return result;
}

} // namespace Nodes
