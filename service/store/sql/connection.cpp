// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/connection.h"

#include "store/sql/dialect.h"
#include "store/sql/opening.h"
#include "store/sql/timelimits.h"

#include <QElapsedTimer>
#include <QLoggingCategory>
#include <QSqlDriver>
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

} // namespace

Result<std::unique_ptr<Connection>> Connection::openUnbounded(const DatabaseAddress &address,
                                                              Kind kind)
{
    const Dialect &dialect = dialectOf(address.engine);
    if (!QSqlDatabase::isDriverAvailable(dialect.driver()))
        return Error{ Error::Code::Storage,
                      u"Qt's driver %1 is not installed (Debian: %2)."_s.arg(
                          dialect.driver(), dialect.driverPackage()) };
    std::unique_ptr<Connection> connection(new Connection(nextName(), address, kind));
    QSqlDatabase database = QSqlDatabase::addDatabase(dialect.driver(), connection->m_name);
    RETURN_IF_ERROR(dialect.open(database, address, kind));
    return connection;
}

Result<std::unique_ptr<Connection>> Connection::open(const DatabaseAddress &address, Kind kind)
{
    if (address.isFile())
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
                << opened.error().message << "Waiting for the database, at most"
                << std::chrono::duration_cast<std::chrono::seconds>(wait).count() << "s";
        QThread::msleep(TimeLimits::betweenTries.count());
    }
}

void Connection::handOver(QThread *thread)
{
    handle().driver()->moveToThread(thread);
}

Connection::~Connection()
{
    {
        QSqlDatabase database = handle();
        dialectOf(m_address.engine).beforeClose(database, m_kind);
        database.close();
    }
    QSqlDatabase::removeDatabase(m_name);
}

} // namespace Store
