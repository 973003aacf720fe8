// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/postgresqldialect.h"

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

QByteArray PostgresqlDialect::jsonTexts(const QByteArray &array) const
{
    return "json_array_elements_text(CAST(" + array + " AS json))";
}

// lower() with the collation "C" changes only A to Z, like SQLite's lower().
QByteArray PostgresqlDialect::hasPart(const QByteArray &text, const QByteArray &part) const
{
    return "strpos(lower(" + text + " COLLATE \"C\"), " + part + ") > 0";
}

// The lock allows one writing transaction at a time, of all processes, as SQLite does. So no transaction
// finds data that another is still changing, ids rise in the order of commits, and there are no deadlocks.
// Only transactions of the full text index run at the same time: they publish no events and lock only mails
// that no other transaction has locked (search_docs_put_all), so they wait for no writer.
QString PostgresqlDialect::beginWriting() const
{
    return u"BEGIN; SELECT pg_advisory_xact_lock(hashtextextended(current_schema(), 8725))"_s;
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

// A page is read from an index alone only after a VACUUM. ANALYZE is not needed: VectorIndex::mergeAll() makes
// the statistics of the large tables.
QStringList PostgresqlDialect::afterFilling() const
{
    return { u"VACUUM"_s };
}

} // namespace Store
