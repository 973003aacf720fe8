// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/helddatabase.h"

#include "store/db/filelock.h"
#include "store/sql/connection.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QThread>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<std::unique_ptr<FileLock>> lockOn(const DatabaseAddress &address)
{
    const QString folder = QFileInfo(address.file).absolutePath();
    if (!QFileInfo(folder).isWritable())
        return Error{ Error::Code::Storage,
                      u"Cannot write to the folder %1. SQLite needs write access there to open the "
                      "database."_s.arg(folder) };
    auto lock = FileLock::tryLock(address.file + u".lock"_s);
    if (lock || lock.error().code != Error::Code::Conflict)
        return lock;
    return Error{ Error::Code::Conflict,
                  u"The database %1 is in use. Stop the service that has it open."_s.arg(
                      address.shown) };
}

// Repeated for a moment, because a server notices late that a service has ended or a command was killed.
Result<std::unique_ptr<Connection>> connectionTo(const DatabaseAddress &address)
{
    constexpr qint64 patienceMs = 3000;
    constexpr unsigned long tryEveryMs = 100;
    QElapsedTimer waited;
    waited.start();
    for (;;) {
        auto connection = Connection::open(address, Connection::Kind::Holder);
        if (connection || connection.error().code != Error::Code::Conflict
            || waited.hasExpired(patienceMs))
            return connection;
        QThread::msleep(tryEveryMs);
    }
}

} // namespace

HeldDatabase::HeldDatabase() = default;

HeldDatabase::~HeldDatabase() = default;

Result<std::unique_ptr<HeldDatabase>> HeldDatabase::open(const DatabaseAddress &address,
                                                         const Clock &clock)
{
    std::unique_ptr<HeldDatabase> held(new HeldDatabase);
    if (address.isFile()) {
        auto lock = lockOn(address);
        RETURN_IF_ERROR(lock);
        held->m_lock = std::move(*lock);
    }
    auto connection = connectionTo(address);
    RETURN_IF_ERROR(connection);
    held->m_connection = std::move(*connection);
    held->m_session.emplace(held->m_connection->handle(), clock);
    return held;
}

} // namespace Store
