// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/queue/workload.h"

#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<void> readAccounts(Session &session, Workload &workload)
{
    Query query = session.query("workload_accounts");
    query.exec();
    while (query.next())
        workload.accounts.insert(query.bytes("status"), query.int64("total"));
    return query.result();
}

const Columns<QueueState> queueColumns{
    { "entries", &QueueState::entries },
    { "first_due_ms", &QueueState::firstDueMs }, // NULL: none is due
};

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
        const Result<std::optional<QueueState>> state = query.readFirst(queueColumns);
        RETURN_IF_ERROR(state);
        into = state->value_or(QueueState());
        return {};
    };
    RETURN_IF_ERROR(read(workload.outbox, session.query("workload_outbox")));
    RETURN_IF_ERROR(read(workload.webhooks, session.query("workload_webhooks")));
    RETURN_IF_ERROR(read(workload.push, session.query("workload_push")));
    RETURN_IF_ERROR(read(workload.bodies, countingSome(session, "workload_bodies")));
    RETURN_IF_ERROR(read(workload.search, countingSome(session, "workload_search")));
    const Result<qint64> size = session.query("workload_size").readNumber();
    RETURN_IF_ERROR(size);
    workload.databaseBytes = *size;
    return workload;
}

} // namespace Store
