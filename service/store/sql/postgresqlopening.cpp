// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/postgresqlopening.h"

#include "store/sql/advisorylock.h"
#include "store/sql/connectionsettings.h"
#include "store/sql/libpq.h"
#include "store/sql/ownconnection.h"
#include "store/sql/postgresqlsettings.h"
#include "store/sql/schemastate.h"
#include "store/sql/sqlerror.h"

#include <QSqlQuery>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// A standby accepts no changes and may have old data, but may become the primary later.
Result<void> checkIsPrimary(const QSqlDatabase &database, const DatabaseAddress &address)
{
    QSqlQuery query(database);
    if (!query.exec(u"SELECT pg_is_in_recovery()"_s) || !query.next())
        return toError(query.lastError());
    if (!query.value(0).toBool())
        return {};
    return Error{ Error::Code::Unreachable,
                  u"The database %1 is on a standby server, which accepts no changes. Use the "
                  "address of the primary server."_s.arg(address.shown) };
}

// Other encodings cannot store most of the characters that occur in mails.
Result<void> checkEncoding(const QSqlDatabase &database)
{
    QSqlQuery query(database);
    if (!query.exec(u"SHOW server_encoding"_s) || !query.next())
        return toOpeningError(query.lastError());
    const QString encoding = query.value(0).toString();
    if (encoding == u"UTF8")
        return {};
    return Error{ Error::Code::Storage,
                  u"The database has the encoding %1, but it must be UTF8: create it with CREATE "
                  "DATABASE ... ENCODING 'UTF8' TEMPLATE template0."_s.arg(encoding) };
}

// Writers hold a shared lock while they are connected. A command that needs the database for itself takes
// the same lock exclusively, so that neither starts while the other runs. SQLite has a file for this
// (FileLock).
Result<void> takePlace(const QSqlDatabase &database, const DatabaseAddress &address,
                       Connection::Kind kind)
{
    if (kind == Connection::Kind::Reader)
        return {};
    const bool isAlone = kind == Connection::Kind::Holder;
    QSqlQuery query(database);
    const QString lock = u"SELECT pg_try_advisory_lock%1(%2)"_s.arg(
        isAlone ? QString() : u"_shared"_s, keyOf(AdvisoryLock::Place));
    if (!query.exec(lock) || !query.next())
        return toOpeningError(query.lastError());
    if (query.value(0).toBool())
        return {};
    const QString why = isAlone
        ? u"The database %1 is in use. Stop the services that have it open."_s
        : u"The database %1 is locked by postriderd migrate-database or restore. Wait until that "
          "has finished."_s;
    return Error{ Error::Code::Conflict, why.arg(address.shown) };
}

// A Coordinator reads the schema by itself, because then it can say why the service has to end.
bool writesData(Connection::Kind kind)
{
    return kind != Connection::Kind::Reader && kind != Connection::Kind::Coordinator;
}

// Settings of a connection that a pooler shares would affect other clients, too, so this is checked before
// any setting.
Result<void> checkServer(const QSqlDatabase &database, const DatabaseAddress &address,
                         Connection::Kind kind)
{
    if (kind == Connection::Kind::Writer || kind == Connection::Kind::Holder) {
        RETURN_IF_ERROR(checkIsOwn(database, address));
    }
    RETURN_IF_ERROR(checkIsPrimary(database, address));
    return checkEncoding(database);
}

} // namespace

Result<void> openPostgresql(QSqlDatabase &database, const DatabaseAddress &address,
                            Connection::Kind kind)
{
    database.setDatabaseName(address.name);
    database.setUserName(address.user);
    database.setPassword(address.password);
    database.setConnectOptions(address.options);
    if (!database.open()) {
        const QSqlError error = database.lastError();
        return Error{ mayPass(error) ? Error::Code::Unreachable : Error::Code::Storage,
                      u"Cannot open the database %1: %2."_s.arg(
                          address.shown, error.databaseText().simplified()) };
    }
    Libpq::silence(database);
    RETURN_IF_ERROR(checkServer(database, address, kind));
    if (address.isPooled) // settings and locks would affect other clients
        return {};
    RETURN_IF_ERROR(applySettings(database, postgresqlSettings(kind)));
    applyWherePossible(database, optionalPostgresqlSettings());
    RETURN_IF_ERROR(takePlace(database, address, kind));
    return writesData(kind) ? registerProgram(database) : Result<void>();
}

} // namespace Store
