// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/databaseaddress.h"

#include <QSqlDatabase>
#include <QString>

#include <chrono>
#include <memory>

QT_FORWARD_DECLARE_CLASS(QThread)

namespace Store {

/** A named connection of QtSql, usable on the thread that made it and closed there. */
class Connection
{
public:
    enum class Kind {
        Writer,
        Reader,
        Indexer, ///< a writer beside the others, for the full text index; PostgreSQL only
        Holder,  ///< a writer beside which there is no other: Error::Conflict where there is
    };

    /**
     * Opens the database and sets what holds for the connection's life; a writer makes a new file
     * ready (log mode, vacuum mode) but creates no tables. Returns within TimeLimits::opening.
     * Error::Unreachable: a server that may come back. Error::Storage: one that refuses us, or is not
     * what we need, or (of writers) is reached through a pooler in transaction mode.
     */
    static Result<std::unique_ptr<Connection>> open(const DatabaseAddress &address, Kind kind);
    static Result<std::unique_ptr<Connection>> open(const QString &file, Kind kind);
    /// The same, waiting for a server that may come, or has no connection left just now.
    static Result<std::unique_ptr<Connection>>
    openPatiently(const DatabaseAddress &address, Kind kind, std::chrono::milliseconds wait);
    /// The same as open() without a bound on the time: libpq and Qt's driver wait for the server
    /// without an end. Usable on the thread that called it, until handOver().
    static Result<std::unique_ptr<Connection>> openUnbounded(const DatabaseAddress &address,
                                                             Kind kind);
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    /// From now on it is usable on that thread alone. On the thread where it was usable so far.
    void handOver(QThread *thread);

    QSqlDatabase handle() const { return QSqlDatabase::database(m_name, false); }

private:
    Connection(QString name, const DatabaseAddress &address, Kind kind)
        : m_name(std::move(name)), m_address(address), m_kind(kind)
    {
    }
    Result<void> begin();
    void leavePlace();

    QString m_name;
    const DatabaseAddress m_address;
    const Kind m_kind;
};

} // namespace Store
