// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/schemastate.h"

#include "store/sql/advisorylock.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"
#include "store/sql/sqlerror.h"
#include "store/sql/sqltext.h"

#include <QSqlQuery>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<SchemaState> stateColumns{
    { "version", &SchemaState::version },
    { "compatible_from", &SchemaState::compatibleFrom },
};

Result<void> read(QSqlQuery &query, const QString &statement)
{
    if (query.exec(statement) && query.next())
        return {};
    return toOpeningError(query.lastError());
}

} // namespace

Result<SchemaState> schemaState(Session &session)
{
    const auto state = session.query("schema_state").readFirst(stateColumns);
    RETURN_IF_ERROR(state);
    return state->value_or(SchemaState());
}

Result<void> checkCompatible(const SchemaState &state, int known)
{
    if (state.compatibleFrom <= known)
        return {};
    return Error{ Error::Code::Conflict,
                  u"The database was written by a newer version of Postrider (schema %1, for "
                  u"versions with schema %2 or "
                  "later; this version supports %3). Use the newer version."_s.arg(state.version)
                      .arg(state.compatibleFrom)
                      .arg(known) };
}

Result<void> registerProgram(const QSqlDatabase &database)
{
    const int known = newestVersion(Engine::Postgresql);
    QSqlQuery query(database);
    RETURN_IF_ERROR(
        read(query,
             u"SELECT pg_try_advisory_lock_shared(hashtextextended(current_schema(), %1)), "
             "to_regclass('schema_versions') IS NOT NULL"_s.arg(keyOfPrograms(known))));
    if (!query.value(0).toBool())
        return Error{
            Error::Code::Conflict,
            u"A newer version of Postrider is updating the database. Use the newer version."_s
        };
    if (!query.value(1).toBool())
        return {};
    RETURN_IF_ERROR(read(query, QString::fromUtf8(sqlText(Engine::Postgresql, "schema_state"))));
    return checkCompatible({ query.value(0).toInt(), query.value(1).toInt() }, known);
}

} // namespace Store
