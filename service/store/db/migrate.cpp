// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/migrate.h"

#include "store/db/olderprograms.h"
#include "store/db/transaction.h"
#include "store/sql/longwork.h"
#include "store/sql/schemastate.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<void> createTable(Session &session)
{
    return session.execute(QString::fromUtf8(sqlText(session.engine(), "schema_create")));
}

Result<void> commitTable(Session &session)
{
    Transaction tx(session);
    return tx.commit(createTable(session));
}

Result<SchemaState> readState(Session &session, const QList<Migration> &steps)
{
    const Result<SchemaState> state = schemaState(session);
    RETURN_IF_ERROR(state);
    RETURN_IF_ERROR(checkCompatible(*state, steps.isEmpty() ? 0 : steps.last().version));
    if (state->version > 0 && state->version < steps.first().version)
        return Error{ Error::Code::Storage,
                      u"The database was written by a development version of Postrider (schema %1, "
                      "the oldest that this version can update is %2). Begin with a new "
                      "database."_s.arg(state->version)
                          .arg(steps.first().version) };
    return state;
}

Error failureOf(const Migration &step, const Error &error)
{
    return { error.code,
             u"The update of the database to schema %1 failed: %2"_s.arg(
                 QString::number(step.version), error.message) };
}

Result<void> note(Session &session, const Migration &step)
{
    RETURN_IF_ERROR(session.query("schema_note")
                        .bind(u":version"_s, step.version)
                        .bind(u":name"_s, step.name)
                        .bind(u":now"_s, session.now())
                        .run());
    if (!step.compatibleFrom)
        return {};
    return session.query("schema_note_compatible")
        .bind(u":compatible_from"_s, *step.compatibleFrom)
        .bind(u":version"_s, step.version)
        .run();
}

// Another process may be migrating the same database, so the version is read again in the transaction,
// which only one process can have at a time. Returns the older programs, because of which nothing was done.
Result<QString> apply(Session &session, const Migration &step, const QList<Migration> &steps)
{
    Transaction tx(session);
    const Result<SchemaState> state = schemaState(session);
    RETURN_IF_ERROR(state);
    if (step.version <= state->version)
        return QString();
    const Result<QString> older = olderPrograms(session, step, steps);
    if (!older || !older->isEmpty())
        return older;
    for (const QString &statement : step.statements) {
        const Result<void> done = session.execute(statement);
        if (!done)
            return failureOf(step, done.error());
    }
    const Result<void> done = tx.commit(note(session, step));
    return done ? Result<QString>(QString()) : done.error();
}

/// Calls `olderFor` for each step that is missing, until it returns the programs that a step has to wait for.
template<typename F>
Result<SchemaUpdate> walk(const SchemaState &state, const QList<Migration> &steps, F olderFor)
{
    SchemaUpdate update;
    for (const Migration &step : steps) {
        if (step.version <= state.version)
            continue;
        if (update.reason.isEmpty()) {
            const Result<QString> older = olderFor(step);
            RETURN_IF_ERROR(older);
            update.reason = *older;
        }
        (update.reason.isEmpty() ? update.applied : update.refused).append(step);
    }
    return update;
}

} // namespace

Result<SchemaUpdate> updateSchema(Session &session, const QList<Migration> &steps)
{
    const LongWork untilDone(session);
    RETURN_IF_ERROR(commitTable(session));
    const Result<SchemaState> state = readState(session, steps);
    RETURN_IF_ERROR(state);
    return walk(*state, steps, [&](const Migration &step) { return apply(session, step, steps); });
}

Result<SchemaUpdate> updateSchema(Session &session)
{
    return updateSchema(session, migrations(session.engine()));
}

Result<SchemaUpdate> planUpdate(Session &session, const QList<Migration> &steps)
{
    Transaction rolledBack(session);
    RETURN_IF_ERROR(createTable(session));
    const Result<SchemaState> state = readState(session, steps);
    RETURN_IF_ERROR(state);
    return walk(*state, steps,
                [&](const Migration &step) { return olderPrograms(session, step, steps); });
}

Result<SchemaUpdate> planUpdate(Session &session)
{
    return planUpdate(session, migrations(session.engine()));
}

Result<void> migrate(Session &session, const QList<Migration> &steps)
{
    const Result<SchemaUpdate> update = updateSchema(session, steps);
    RETURN_IF_ERROR(update);
    if (update->refused.isEmpty())
        return {};
    return Error{ Error::Code::Conflict,
                  u"The database cannot be updated to schema %1 while older programs use it: %2. "
                  "Stop them, or update them first (docs/scaling.md)."_s.arg(
                      QString::number(update->refused.first().version), update->reason) };
}

Result<void> migrate(Session &session)
{
    return migrate(session, migrations(session.engine()));
}

} // namespace Store
