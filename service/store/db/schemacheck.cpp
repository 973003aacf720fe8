// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/schemacheck.h"

#include "store/db/transaction.h"
#include "store/sql/session.h"
#include "store/sql/sqltext.h"

using namespace Qt::StringLiterals;

namespace Store {

static int newestStep(Engine engine)
{
    static const int sqlite = migrations(Engine::Sqlite).last().version;
    static const int postgresql = migrations(Engine::Postgresql).last().version;
    return engine == Engine::Sqlite ? sqlite : postgresql;
}

Result<void> checkSchema(Session &session)
{
    Query query = session.query("schema_version");
    query.exec();
    const int version = query.next() ? query.int32(0) : 0;
    if (query.failed())
        return query.error();
    const int known = newestStep(session.engine());
    if (version == known)
        return {};
    return Error{ Error::Code::Conflict,
                  u"The database has schema %1, this program knows %2."_s.arg(version).arg(known) };
}

Result<void> checkWriting(Session &session)
{
    Transaction transaction(session);
    if (transaction.isOpen())
        return {};
    return transaction.commit(); // returns why it did not begin
}

} // namespace Store
