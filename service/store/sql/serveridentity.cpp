// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/serveridentity.h"

#include "store/sql/columns.h"
#include "store/sql/session.h"

namespace Store {

namespace {

const Columns<ServerIdentity> identityColumns{
    { "system", &ServerIdentity::system },
    { "timeline", &ServerIdentity::timeline },
};

} // namespace

ServerIdentity serverIdentity(Session &session)
{
    if (!session.dialect().hasServer())
        return {};
    const auto identity = session.query("server_identity").readFirst(identityColumns);
    return identity ? identity->value_or(ServerIdentity()) : ServerIdentity();
}

Result<DatabaseIdentity> databaseIdentity(Session &session)
{
    const QByteArray system = serverIdentity(session).system;
    const Result<qint64> database = session.query("database_oid").readNumber();
    RETURN_IF_ERROR(database);
    return DatabaseIdentity{ system, *database };
}

} // namespace Store
