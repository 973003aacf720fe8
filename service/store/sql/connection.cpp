// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/connection.h"

#include "store/sql/libpq.h"
#include "store/sql/opening.h"
#include "store/sql/ownconnection.h"
#include "store/sql/sqlerror.h"
#include "store/sql/timelimits.h"

#include <QElapsedTimer>
#include <QLoggingCategory>
#include <QSqlDriver>
#include <QSqlQuery>
#include <QStringList>
#include <QThread>

#include <atomic>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Q_LOGGING_CATEGORY(logStore, "postrider.store", QtInfoMsg)

QString nextName()
{
    static std::atomic<int> number = 0;
    return u"postrider-store-%1"_s.arg(++number);
}

QStringList sqliteSettings(Connection::Kind kind)
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
        // Has an effect only before the first table and before the log mode is set.
        u"PRAGMA auto_vacuum=INCREMENTAL"_s,
        u"PRAGMA journal_mode=WAL"_s,
        // A committed transaction survives a power cut.
        u"PRAGMA synchronous=FULL"_s,
        u"PRAGMA foreign_keys=ON"_s,
        // A checkpoint every 16 MiB: so rare that requests do not suffer, and small enough to be quick.
        u"PRAGMA wal_autocheckpoint=4000"_s,
        u"PRAGMA journal_size_limit=67108864"_s,
        u"PRAGMA cache_size=-12000"_s,
        u"PRAGMA temp_store=MEMORY"_s,
    };
}

QString setTo(const QString &name, std::chrono::milliseconds value)
{
    return u"SET %1 TO %2"_s.arg(name).arg(value.count());
}

// A Holder, a command that has the database for itself, keeps one transaction open at the source while it
// works at the target, and its statements may take hours.
QStringList timeLimits(Connection::Kind kind)
{
    using namespace TimeLimits;
    constexpr milliseconds none(0);
    milliseconds statement = writerStatement;
    milliseconds idle = writerIdle;
    switch (kind) {
    case Connection::Kind::Writer:
        break;
    case Connection::Kind::Reader:
        statement = readerStatement;
        idle = otherIdle;
        break;
    case Connection::Kind::Indexer:
        statement = indexerStatement;
        idle = otherIdle;
        break;
    case Connection::Kind::Holder:
        statement = longWork;
        idle = none;
        break;
    }
    return { setTo(u"lock_timeout"_s, lock), setTo(u"statement_timeout"_s, statement),
             setTo(u"idle_in_transaction_session_timeout"_s, idle) };
}

// Settings that a server may refuse: its operating system or its version may not have them (the last one
// exists since 14). They have no effect on a socket file.
QStringList optionalLimits()
{
    using namespace TimeLimits;
    const auto seconds = [](auto value) {
        return QString::number(value.count());
    };
    return { u"SET tcp_keepalives_idle TO "_s + seconds(keepaliveIdle),
             u"SET tcp_keepalives_interval TO "_s + seconds(keepaliveInterval),
             u"SET tcp_keepalives_count TO %1"_s.arg(keepaliveCount),
             setTo(u"tcp_user_timeout"_s, tcpUser),
             setTo(u"client_connection_check_interval"_s, clientCheck) };
}

QStringList postgresqlSettings(Connection::Kind kind)
{
    QStringList settings = {
        u"SET client_min_messages TO error"_s, // libpq writes notices to stderr
        u"SET standard_conforming_strings TO on"_s,
        u"SET jit TO off"_s, // compiling takes longer than any of our statements
        // Starting parallel workers takes 5 ms, and other requests need the processors.
        u"SET max_parallel_workers_per_gather TO 0"_s,
        // The best plan of our statements does not depend on their values, and planning takes longer
        // than most of them.
        u"SET plan_cache_mode TO force_generic_plan"_s,
        // Each statement has its index. Without statistics PostgreSQL would treat all tables as small.
        u"SET enable_seqscan TO off"_s,
        u"SET work_mem TO '32MB'"_s,
        // A committed transaction survives a power cut.
        u"SET synchronous_commit TO on"_s,
    };
    settings += timeLimits(kind);
    if (kind == Connection::Kind::Reader)
        settings.append(u"SET default_transaction_read_only TO on"_s);
    if (kind == Connection::Kind::Indexer)
        settings += {
            // flushIndex() merges new entries into the index, with this much memory; so it does not
            // happen in the middle of a transaction that locks mails.
            u"SET gin_pending_list_limit TO '64MB'"_s,
            u"SET maintenance_work_mem TO '128MB'"_s,
            u"SET work_mem TO '128MB'"_s,
        };
    return settings;
}

// A server that is lost during the set-up may come back, like one that was not reachable at first.
Error failureOf(const QSqlError &error)
{
    Error failure = toError(error);
    if (meansLost(error))
        failure.code = Error::Code::Unreachable;
    return failure;
}

Result<void> apply(const QSqlDatabase &database, const QStringList &settings)
{
    for (const QString &setting : settings) {
        QSqlQuery query(database);
        if (!query.exec(setting))
            return failureOf(query.lastError());
    }
    return {};
}

void applyWherePossible(const QSqlDatabase &database, const QStringList &settings)
{
    for (const QString &setting : settings)
        QSqlQuery(database).exec(setting);
}

// lz4 compresses texts in a third of the time. A server that was built without it returns an error, and
// keeps its default.
void packQuickly(const QSqlDatabase &database)
{
    QSqlQuery(database).exec(u"SET default_toast_compression TO 'lz4'"_s);
}

// A standby accepts no changes and may have old data, but may become the primary later.
Result<void> checkIsPrimary(const QSqlDatabase &database, const DatabaseAddress &address)
{
    QSqlQuery query(database);
    if (!query.exec(u"SELECT pg_is_in_recovery()"_s) || !query.next())
        return toError(query.lastError());
    if (!query.value(0).toBool())
        return {};
    return Error{ Error::Code::Unreachable,
                  u"The database %1 is a standby, which takes no changes."_s.arg(address.shown) };
}

// Other encodings cannot store most of the characters that occur in mails.
Result<void> checkEncoding(const QSqlDatabase &database)
{
    QSqlQuery query(database);
    if (!query.exec(u"SHOW server_encoding"_s) || !query.next())
        return failureOf(query.lastError());
    const QString encoding = query.value(0).toString();
    if (encoding == u"UTF8")
        return {};
    return Error{ Error::Code::Storage,
                  u"The database has the encoding %1 and must have UTF8: make it with "
                  "CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0."_s.arg(encoding) };
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
    const QString lock =
        u"SELECT pg_try_advisory_lock%1(hashtextextended(current_schema(), 8726))"_s;
    if (!query.exec(lock.arg(isAlone ? QString() : u"_shared"_s)) || !query.next())
        return failureOf(query.lastError());
    if (query.value(0).toBool())
        return {};
    const QString why = isAlone
        ? u"The database %1 is in use. Stop the services that have it open."_s
        : u"The database %1 is held by postriderd migrate-database or restore. Wait until "
          "that is done."_s;
    return Error{ Error::Code::Conflict, why.arg(address.shown) };
}

void setUp(QSqlDatabase &database, const DatabaseAddress &address)
{
    if (address.engine == Engine::Sqlite) {
        database.setDatabaseName(address.file);
        database.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=10000"_s);
        return;
    }
    database.setDatabaseName(address.name);
    database.setUserName(address.user);
    database.setPassword(address.password);
    database.setConnectOptions(address.options);
}

QString driverOf(Engine engine)
{
    return engine == Engine::Sqlite ? u"QSQLITE"_s : u"QPSQL"_s;
}

} // namespace

Result<std::unique_ptr<Connection>> Connection::openUnbounded(const DatabaseAddress &address,
                                                              Kind kind)
{
    const QString driver = driverOf(address.engine);
    if (!QSqlDatabase::isDriverAvailable(driver))
        return Error{ Error::Code::Storage,
                      u"Qt's driver %1 is not installed (Debian: libqt6sql6-%2)."_s.arg(
                          driver, address.engine == Engine::Sqlite ? u"sqlite"_s : u"psql"_s) };
    std::unique_ptr<Connection> connection(new Connection(nextName(), address, kind));
    QSqlDatabase database = QSqlDatabase::addDatabase(driver, connection->m_name);
    setUp(database, address);
    RETURN_IF_ERROR(connection->begin());
    return connection;
}

Result<std::unique_ptr<Connection>> Connection::open(const DatabaseAddress &address, Kind kind)
{
    if (address.engine == Engine::Sqlite)
        return openUnbounded(address, kind);
    return Opening(address, kind).finish(TimeLimits::opening);
}

Result<std::unique_ptr<Connection>> Connection::open(const QString &file, Kind kind)
{
    DatabaseAddress address;
    address.file = file;
    return open(address, kind);
}

Result<std::unique_ptr<Connection>>
Connection::openPatiently(const DatabaseAddress &address, Kind kind, std::chrono::milliseconds wait)
{
    QElapsedTimer waited;
    waited.start();
    for (bool isFirst = true;; isFirst = false) {
        auto opened = open(address, kind);
        if (opened || opened.error().code != Error::Code::Unreachable
            || waited.hasExpired(wait.count()))
            return opened;
        if (isFirst)
            qCWarning(logStore).noquote()
                << opened.error().message << "Waiting for it, at most"
                << std::chrono::duration_cast<std::chrono::seconds>(wait).count() << "s";
        QThread::msleep(TimeLimits::betweenTries.count());
    }
}

Result<void> Connection::begin()
{
    QSqlDatabase database = handle();
    if (m_address.engine == Engine::Sqlite) {
        if (!database.open())
            return toError(database.lastError());
        return apply(database, sqliteSettings(m_kind));
    }
    if (!database.open()) {
        const QSqlError error = database.lastError();
        return Error{ mayPass(error) ? Error::Code::Unreachable : Error::Code::Storage,
                      u"Cannot open the database %1: %2."_s.arg(
                          m_address.shown, error.databaseText().simplified()) };
    }
    Libpq::silence(database);
    // Checked before any setting: settings of a shared connection would affect other clients, too.
    RETURN_IF_ERROR(m_kind == Kind::Writer || m_kind == Kind::Holder
                        ? checkIsOwn(database, m_address)
                        : Result<void>());
    RETURN_IF_ERROR(checkIsPrimary(database, m_address));
    RETURN_IF_ERROR(checkEncoding(database));
    RETURN_IF_ERROR(apply(database, postgresqlSettings(m_kind)));
    applyWherePossible(database, optionalLimits());
    if (m_kind == Kind::Indexer)
        packQuickly(database);
    return takePlace(database, m_address, m_kind);
}

void Connection::handOver(QThread *thread)
{
    handle().driver()->moveToThread(thread);
}

// The server ends a closed connection a moment later, and would hold the lock until then.
void Connection::leavePlace()
{
    if (m_address.engine == Engine::Postgresql && m_kind == Kind::Holder)
        QSqlQuery(handle()).exec(u"SELECT pg_advisory_unlock_all()"_s);
}

Connection::~Connection()
{
    leavePlace();
    {
        QSqlDatabase database = handle();
        database.close();
    }
    QSqlDatabase::removeDatabase(m_name);
}

} // namespace Store
