// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/nodes/leases.h"

#include "store/sql/columns.h"
#include "store/sql/jsonrows.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<Fence> leaseColumns{
    { "account_id", &Fence::accountId },
    { "epoch", &Fence::epoch },
};

const Columns<LeaseSum> sumColumns{
    { "leases", &LeaseSum::leases },
    { "epochs", &LeaseSum::epochs },
    { "weight", &LeaseSum::weight },
};

const Columns<AccountSum> accountColumns{
    { "accounts", &AccountSum::accounts },
    { "weight", &AccountSum::weight },
};

struct Weight {
    qint64 accountId = 0;
    qint64 weight = 0;
};

const Columns<Weight> weightColumns{
    { "account_id", &Weight::accountId },
    { "weight", &Weight::weight },
};

const Columns<AccountState> stateColumns{
    { "account_id", &AccountState::accountId },
    { "state", &AccountState::state },
};

Result<QList<Fence>> leasesOf(qint64 nodeId, Query query)
{
    Result<QList<Fence>> leases = query.bind(u":node"_s, nodeId).readAll(leaseColumns);
    RETURN_IF_ERROR(leases);
    for (Fence &lease : *leases)
        lease.nodeId = nodeId;
    return leases;
}

Query &bound(Query &query, const Fence &lease)
{
    return query.bind(u":account"_s, lease.accountId)
        .bind(u":node"_s, lease.nodeId)
        .bind(u":epoch"_s, lease.epoch);
}

} // namespace

Result<void> completeLeases(Session &session)
{
    return session.query("leases_complete").run();
}

Result<AccountSum> accountsToFollow(Session &session)
{
    const auto sum = session.query("leases_all").readFirst(accountColumns);
    RETURN_IF_ERROR(sum);
    return sum->value_or(AccountSum());
}

Result<QList<Fence>> takeLeases(Session &session, qint64 nodeId, qint64 most, bool fromLost)
{
    Query query = session.query("leases_take");
    query.bind(u":most"_s, most).bind(u":from_lost"_s, fromLost);
    return leasesOf(nodeId, std::move(query));
}

Result<void> noteWeights(Session &session, qint64 nodeId, const QHash<qint64, qint64> &weights)
{
    JsonRows rows({ "account_id", "weight" });
    for (auto [account, weight] : weights.asKeyValueRange())
        rows.begin().add(account).add(weight);
    Query query = session.query("leases_weigh");
    return query.bind(u":node"_s, nodeId).bindName(u":rows"_s, rows.take()).run();
}

Result<QHash<qint64, qint64>> weightsOf(Session &session, qint64 nodeId)
{
    Query query = session.query("leases_weights");
    const auto found = query.bind(u":node"_s, nodeId).readAll(weightColumns);
    RETURN_IF_ERROR(found);
    QHash<qint64, qint64> weights;
    for (const Weight &weight : *found)
        weights.insert(weight.accountId, weight.weight);
    return weights;
}

Result<LeaseSum> sumOfLeases(Session &session, qint64 nodeId)
{
    Query query = session.query("leases_sum");
    const auto sum = query.bind(u":node"_s, nodeId).readFirst(sumColumns);
    RETURN_IF_ERROR(sum);
    return sum->value_or(LeaseSum());
}

Result<QList<Fence>> heldLeases(Session &session, qint64 nodeId)
{
    return leasesOf(nodeId, session.query("leases_held"));
}

Result<void> releaseLease(Session &session, const Fence &lease)
{
    Query query = session.query("leases_release");
    return bound(query, lease).run();
}

Result<void> releaseLeases(Session &session, qint64 nodeId)
{
    return session.query("leases_release_all").bind(u":node"_s, nodeId).run();
}

Result<void> revokeLease(Session &session, qint64 accountId)
{
    return session.query("leases_revoke").bind(u":account"_s, accountId).run();
}

Result<void> noteStates(Session &session, qint64 nodeId, const QList<LeaseState> &states)
{
    JsonRows rows({ "account_id", "epoch", "state" });
    for (const LeaseState &one : states)
        rows.begin()
            .add(one.lease.accountId)
            .add(one.lease.epoch)
            .add(QString::fromUtf8(one.state));
    Query query = session.query("leases_note_states");
    return query.bind(u":node"_s, nodeId).bindName(u":rows"_s, rows.take()).run();
}

Result<QList<AccountState>> statesOfOthers(Session &session, qint64 nodeId, qint64 seconds)
{
    Query query = session.query("leases_states");
    return query.bind(u":node"_s, nodeId).bind(u":seconds"_s, seconds).readAll(stateColumns);
}

} // namespace Store
