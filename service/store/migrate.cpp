// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/migrate.h"

#include "store/session.h"
#include "store/transaction.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<int> currentVersion(Session &session)
{
    const Result<void> made =
        session.execute(QString::fromUtf8(sqlText(session.engine(), "schema_create")));
    if (!made)
        return made.error();
    Query query = session.query("schema_version");
    query.exec();
    const int version = query.next() ? query.int32(0) : 0;
    if (query.failed())
        return query.error();
    return version;
}

Result<void> apply(Session &session, const Migration &step)
{
    Transaction tx(session);
    for (const QString &statement : step.statements) {
        const Result<void> done = session.execute(statement);
        if (!done)
            return Error{ done.error().code,
                          u"Step %1 of the database's schema failed: %2"_s.arg(
                              QString::number(step.version), done.error().message) };
    }
    const Result<void> noted = session.query("schema_note")
                                   .bind(u":version"_s, step.version)
                                   .bind(u":name"_s, step.name)
                                   .bind(u":now"_s, session.now())
                                   .run();
    if (!noted)
        return noted;
    return tx.commit();
}

} // namespace

Result<void> migrate(Session &session)
{
    return migrate(session, migrations(session.engine()));
}

Result<void> migrate(Session &session, const QList<Migration> &steps)
{
    const Result<int> version = currentVersion(session);
    if (!version)
        return version.error();
    const int newest = steps.isEmpty() ? 0 : steps.last().version;
    if (*version > newest)
        return Error{ Error::Code::Storage,
                      u"The database was written by a newer version of Postrider (schema %1, this "
                      "one knows %2)."_s.arg(*version)
                          .arg(newest) };
    for (const Migration &step : steps) {
        if (step.version <= *version)
            continue;
        const Result<void> applied = apply(session, step);
        if (!applied)
            return applied;
    }
    return {};
}

} // namespace Store
