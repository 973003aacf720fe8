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

/** A named connection of QtSql, used and closed only on the thread that created it. */
class Connection
{
public:
    enum class Kind {
        Writer,
        Reader,
        Indexer,     ///< a second writer, for the full text index; PostgreSQL only
        Coordinator, ///< a writer of what nodes agree on, beside the others; PostgreSQL only
        Holder,      ///< the only writer: Error::Conflict if there is another one
    };

    /**
     * Opens the database and sets the options of the connection; a writer prepares a new file (log
     * mode, vacuum mode) but creates no tables. Returns within TimeLimits::opening.
     * Error::Unreachable: the server may come back. Error::Storage: the server rejects the login,
     * does not meet the requirements, or (for writers) is reached through a pooler in transaction
     * mode.
     */
    static Result<std::unique_ptr<Connection>> open(const DatabaseAddress &address, Kind kind);
    static Result<std::unique_ptr<Connection>> open(const QString &file, Kind kind);
    /// The same, but waits for a server that is not available yet, or has no free connection at the
    /// moment.
    static Result<std::unique_ptr<Connection>>
    openPatiently(const DatabaseAddress &address, Kind kind, std::chrono::milliseconds wait);
    /// The same as open() without a time limit: libpq and Qt's driver may wait for the server
    /// forever. Usable on the calling thread, until handOver().
    static Result<std::unique_ptr<Connection>> openUnbounded(const DatabaseAddress &address,
                                                             Kind kind);
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    /// Moves the connection to another thread; from then on only that thread may use it. To be
    /// called on the thread that used it so far.
    void handOver(QThread *thread);

    QSqlDatabase handle() const { return QSqlDatabase::database(m_name, false); }

private:
    Connection(QString name, const DatabaseAddress &address, Kind kind)
        : m_name(std::move(name)), m_address(address), m_kind(kind)
    {
    }

    QString m_name;
    const DatabaseAddress m_address;
    const Kind m_kind;
};

} // namespace Store
