// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QSqlDatabase>
#include <QString>

#include <memory>

namespace Store {

/** A named connection of QtSql, usable on the thread that made it and removed there. */
class Connection
{
public:
    enum class Kind { Writer, Reader };

    /// Opens the file and sets what holds for the connection's life; a writer makes a new database
    /// ready (log mode, vacuum mode) but creates no tables.
    static Result<std::unique_ptr<Connection>> open(const QString &file, Kind kind);
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    QSqlDatabase handle() const { return QSqlDatabase::database(m_name, false); }

private:
    explicit Connection(QString name) : m_name(std::move(name)) { }

    QString m_name;
};

} // namespace Store
