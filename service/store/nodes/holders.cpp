// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/nodes/holders.h"

#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<Holder> holderColumns{
    { "id", &Holder::nodeId },
    { "name", &Holder::name },
    { "address", &Holder::address },
};

} // namespace

Result<std::optional<Holder>> holderOf(Session &session, qint64 accountId)
{
    if (!session.dialect().isSharedByProcesses())
        return std::optional<Holder>();
    Query query = session.query("leases_holder");
    return query.bind(u":account"_s, accountId).readFirst(holderColumns);
}

Result<QHash<qint64, Holder>> holders(Session &session)
{
    QHash<qint64, Holder> found;
    if (!session.dialect().isSharedByProcesses())
        return found;
    Query rows = session.query("leases_holders");
    rows.exec();
    while (rows.next())
        found.insert(rows.value<qint64>("account_id"),
                     { rows.value<qint64>("id"), rows.text("name"), rows.text("address") });
    RETURN_IF_ERROR(rows.result());
    return found;
}

} // namespace Store
