// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/queue/workload.h"

#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<void> readAccounts(Session &session, Workload &workload)
{
    Query query = session.query("workload_accounts");
    query.exec();
    while (query.next())
        workload.accounts.insert(query.name(0), query.int64(1));
    return query.result();
}

/// Runs a statement with two columns: the number of entries, and when the first is due (NULL: none is due).
Result<QueueState> queueOf(Query query)
{
    QueueState state;
    query.exec();
    if (query.next())
        state = { query.int64(0), query.int64(1) };
    if (query.failed())
        return query.error();
    return state;
}

Query countingSome(Session &session, const char *resource)
{
    Query query = session.query(resource);
    query.bind(u":most"_s, Workload::mostCounted);
    return query;
}

} // namespace

Result<Workload> workload(Session &session)
{
    Workload workload;
    RETURN_IF_ERROR(readAccounts(session, workload));
    const auto read = [](QueueState &into, Query query) -> Result<void> {
        const Result<QueueState> state = queueOf(std::move(query));
        RETURN_IF_ERROR(state);
        into = *state;
        return {};
    };
    RETURN_IF_ERROR(read(workload.outbox, session.query("workload_outbox")));
    RETURN_IF_ERROR(read(workload.webhooks, session.query("workload_webhooks")));
    RETURN_IF_ERROR(read(workload.push, session.query("workload_push")));
    RETURN_IF_ERROR(read(workload.bodies, countingSome(session, "workload_bodies")));
    RETURN_IF_ERROR(read(workload.search, countingSome(session, "workload_search")));
    QueueState size;
    RETURN_IF_ERROR(read(size, session.query("workload_size")));
    workload.databaseBytes = size.entries;
    return workload;
}

} // namespace Store
