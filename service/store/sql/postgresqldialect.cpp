// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/postgresqldialect.h"

#include "store/sql/advisorylock.h"
#include "store/sql/jsonrows.h"
#include "store/sql/postgresqlopening.h"
#include "store/sql/sqlerror.h"

#include <QSqlQuery>

using namespace Qt::StringLiterals;

namespace Store {

QString PostgresqlDialect::name() const
{
    return u"postgresql"_s;
}

QString PostgresqlDialect::driver() const
{
    return u"QPSQL"_s;
}

QString PostgresqlDialect::driverPackage() const
{
    return u"libqt6sql6-psql"_s;
}

Result<void> PostgresqlDialect::open(QSqlDatabase &database, const DatabaseAddress &address,
                                     Connection::Kind kind) const
{
    return openPostgresql(database, address, kind);
}

// The server ends a closed connection a moment later, and would hold the lock until then.
void PostgresqlDialect::beforeClose(const QSqlDatabase &database, Connection::Kind kind) const
{
    if (kind == Connection::Kind::Holder)
        QSqlQuery(database).exec(u"SELECT pg_advisory_unlock_all()"_s);
}

bool PostgresqlDialect::meansLost(const QSqlError &error) const
{
    return Store::meansLost(error);
}

QString PostgresqlDialect::numberList(const QList<qint64> &numbers) const
{
    return idArray(numbers);
}

QByteArray PostgresqlDialect::isOneOf(const QByteArray &column, const QByteArray &name) const
{
    return column + " = ANY (CAST(" + name + " AS BIGINT[]))";
}

// The lock allows one writing transaction at a time, of all processes, as SQLite does. So no transaction
// finds data that another is still changing, ids rise in the order of commits, and there are no deadlocks.
// Only transactions of the full text index run at the same time: they publish no events and lock only mails
// that no other transaction has locked (search_locked), so they wait for no writer.
QString PostgresqlDialect::beginWriting() const
{
    return u"BEGIN; SELECT pg_advisory_xact_lock(%1)"_s.arg(keyOf(AdvisoryLock::Writing));
}

QString PostgresqlDialect::beginBeside() const
{
    return u"BEGIN"_s;
}

const char *PostgresqlDialect::beginReading() const
{
    return "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
}

QString PostgresqlDialect::commitQuickly() const
{
    return u"SET synchronous_commit TO off"_s;
}

QString PostgresqlDialect::commitDurably() const
{
    return u"SET synchronous_commit TO on"_s;
}

// A page is read from an index alone only after a VACUUM. ANALYZE is not needed: afterImport() makes the statistics
// of the large tables.
QStringList PostgresqlDialect::afterFilling() const
{
    return { u"VACUUM"_s };
}

// Until then the statistics are those of an empty mailbox, and a list page reads the row of each mail that it
// passes, because only VACUUM marks the pages whose rows are visible to all transactions.
QStringList PostgresqlDialect::afterImport() const
{
    return { u"VACUUM (ANALYZE) mails, bodies, attachments, search_segments, search_words, "
             u"search_places, "
             "search_keys, search_gone"_s };
}

} // namespace Store
