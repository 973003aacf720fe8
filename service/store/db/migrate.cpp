// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/migrate.h"

#include "store/db/transaction.h"
#include "store/sql/longwork.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<void> makeTable(Session &session)
{
    Transaction tx(session);
    return tx.commit(
        session.execute(QString::fromUtf8(sqlText(session.engine(), "schema_create"))));
}

Result<int> currentVersion(Session &session)
{
    const Result<qint64> version = session.query("schema_version").readNumber();
    RETURN_IF_ERROR(version);
    return int(*version);
}

Error failureOf(const Migration &step, const Error &error)
{
    return { error.code,
             u"The update of the database to schema %1 failed: %2"_s.arg(
                 QString::number(step.version), error.message) };
}

// Another process may be migrating the same database, so the version is read again in the transaction,
// which only one process can have at a time.
Result<void> apply(Session &session, const Migration &step)
{
    Transaction tx(session);
    const Result<int> version = currentVersion(session);
    RETURN_IF_ERROR(version);
    if (step.version <= *version)
        return {};
    for (const QString &statement : step.statements) {
        const Result<void> done = session.execute(statement);
        if (!done)
            return failureOf(step, done.error());
    }
    return tx.commit(session.query("schema_note")
                         .bind(u":version"_s, step.version)
                         .bind(u":name"_s, step.name)
                         .bind(u":now"_s, session.now())
                         .run());
}

} // namespace

Result<void> migrate(Session &session)
{
    return migrate(session, migrations(session.engine()));
}

Result<void> migrate(Session &session, const QList<Migration> &steps)
{
    const LongWork untilDone(session);
    RETURN_IF_ERROR(makeTable(session));
    const Result<int> version = currentVersion(session);
    RETURN_IF_ERROR(version);
    const int newest = steps.isEmpty() ? 0 : steps.last().version;
    if (*version > newest)
        return Error{ Error::Code::Storage,
                      u"The database was written by a newer version of Postrider (schema %1, this "
                      "version supports %2). Use the newer version."_s.arg(*version)
                          .arg(newest) };
    if (*version > 0 && *version < steps.first().version)
        return Error{ Error::Code::Storage,
                      u"The database was written by a development version of Postrider (schema %1, "
                      "the oldest that this version can update is %2). Begin with a new "
                      "database."_s.arg(*version)
                          .arg(steps.first().version) };
    for (const Migration &step : steps) {
        if (step.version <= *version)
            continue;
        RETURN_IF_ERROR(apply(session, step));
    }
    return {};
}

} // namespace Store
