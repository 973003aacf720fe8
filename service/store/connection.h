// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/databaseaddress.h"

#include <QSqlDatabase>
#include <QString>

#include <chrono>
#include <memory>

namespace Store {

/** A named connection of QtSql, usable on the thread that made it and removed there. */
class Connection
{
public:
    enum class Kind {
        Writer,
        Reader,
        Indexer, ///< a writer beside the others, for the full text index; PostgreSQL only
        Holder,  ///< a writer beside which there is no other: Error::Conflict where there is
    };

    /// Opens the database and sets what holds for the connection's life; a writer makes a new file
    /// ready (log mode, vacuum mode) but creates no tables. Error::Unreachable: a server that may
    /// come back. Error::Storage: one that refuses us, or is not what we need.
    static Result<std::unique_ptr<Connection>> open(const DatabaseAddress &address, Kind kind);
    static Result<std::unique_ptr<Connection>> open(const QString &file, Kind kind);
    /// The same, waiting for a server that may come.
    static Result<std::unique_ptr<Connection>> openPatiently(const DatabaseAddress &address,
                                                             Kind kind, std::chrono::seconds wait);
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    /// Logs in again after the server was lost. No statement of this connection may be left.
    Result<void> reopen();

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
