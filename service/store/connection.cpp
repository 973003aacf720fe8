// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/connection.h"

#include "store/sqlerror.h"

#include <QSqlQuery>
#include <QStringList>

#include <atomic>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QString nextName()
{
    static std::atomic<int> number = 0;
    return u"postrider-store-%1"_s.arg(++number);
}

QStringList writerPragmas()
{
    return {
        // Both before the first table and before the log mode, or they have no effect.
        u"PRAGMA auto_vacuum=INCREMENTAL"_s,
        u"PRAGMA journal_mode=WAL"_s,
        // What was acknowledged survives a power cut.
        u"PRAGMA synchronous=FULL"_s,
        u"PRAGMA foreign_keys=ON"_s,
        // 16 MiB between checkpoints: rare enough not to be felt, small enough to be quick.
        u"PRAGMA wal_autocheckpoint=4000"_s,
        u"PRAGMA journal_size_limit=67108864"_s,
        u"PRAGMA cache_size=-12000"_s,
        u"PRAGMA temp_store=MEMORY"_s,
    };
}

QStringList readerPragmas()
{
    return {
        u"PRAGMA query_only=ON"_s,
        u"PRAGMA cache_size=-4000"_s,
        // The page cache is emptied with each commit of the writer; mapped pages are not.
        u"PRAGMA mmap_size=1073741824"_s,
        u"PRAGMA temp_store=MEMORY"_s,
    };
}

Result<void> apply(const QSqlDatabase &database, const QStringList &pragmas)
{
    for (const QString &pragma : pragmas) {
        QSqlQuery query(database);
        if (!query.exec(pragma))
            return toError(query.lastError());
    }
    return {};
}

} // namespace

Result<std::unique_ptr<Connection>> Connection::open(const QString &file, Kind kind)
{
    std::unique_ptr<Connection> connection(new Connection(nextName()));
    QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, connection->m_name);
    database.setDatabaseName(file);
    database.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=10000"_s);
    if (!database.open())
        return toError(database.lastError());
    const Result<void> set =
        apply(database, kind == Kind::Writer ? writerPragmas() : readerPragmas());
    if (!set)
        return set.error();
    return connection;
}

Connection::~Connection()
{
    {
        QSqlDatabase database = handle();
        database.close();
    }
    QSqlDatabase::removeDatabase(m_name);
}

} // namespace Store
