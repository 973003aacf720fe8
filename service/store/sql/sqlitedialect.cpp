// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/sqlitedialect.h"

#include "store/sql/connectionsettings.h"
#include "store/sql/databaseaddress.h"
#include "store/sql/mailids.h"
#include "store/sql/sqlerror.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QStringList settingsOf(Connection::Kind kind)
{
    if (kind == Connection::Kind::Reader)
        return {
            u"PRAGMA query_only=ON"_s,
            u"PRAGMA cache_size=-4000"_s,
            // Without memory mapping: if the file is truncated, reading it returns an error and no signal.
            u"PRAGMA mmap_size=0"_s,
            u"PRAGMA temp_store=MEMORY"_s,
        };
    return {
        // These two have an effect only before the first table and before the log mode is set. With pages of 4 KiB a
        // first sync takes a tenth longer, because the writer has four times as many pages to look up and to log.
        u"PRAGMA page_size=16384"_s,
        u"PRAGMA auto_vacuum=INCREMENTAL"_s,
        u"PRAGMA journal_mode=WAL"_s,
        // A committed transaction survives a power cut.
        u"PRAGMA synchronous=FULL"_s,
        u"PRAGMA foreign_keys=ON"_s,
        // A checkpoint every 16 MiB: so rare that requests do not suffer, and small enough to be quick.
        u"PRAGMA wal_autocheckpoint=1000"_s,
        u"PRAGMA journal_size_limit=67108864"_s,
        u"PRAGMA cache_size=-12000"_s,
        u"PRAGMA temp_store=MEMORY"_s,
    };
}

} // namespace

QString SqliteDialect::name() const
{
    return u"sqlite"_s;
}

QString SqliteDialect::driver() const
{
    return u"QSQLITE"_s;
}

QString SqliteDialect::driverPackage() const
{
    return u"libqt6sql6-sqlite"_s;
}

Result<void> SqliteDialect::open(QSqlDatabase &database, const DatabaseAddress &address,
                                 Connection::Kind kind) const
{
    database.setDatabaseName(address.file);
    database.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=10000"_s);
    if (!database.open())
        return toError(database.lastError());
    return applySettings(database, settingsOf(kind));
}

QString SqliteDialect::numberList(const QList<qint64> &numbers) const
{
    return QString::fromLatin1(jsonOfIds(numbers));
}

QByteArray SqliteDialect::isOneOf(const QByteArray &column, const QByteArray &name) const
{
    return column + " IN (SELECT value FROM json_each(" + name + "))";
}

// A deferred transaction fails under load with "database is locked", whatever the busy timeout is.
QString SqliteDialect::beginWriting() const
{
    return u"BEGIN IMMEDIATE"_s;
}

QString SqliteDialect::commitQuickly() const
{
    return u"PRAGMA synchronous=NORMAL"_s;
}

QString SqliteDialect::commitDurably() const
{
    return u"PRAGMA synchronous=FULL"_s;
}

} // namespace Store
