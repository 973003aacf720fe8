// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QSqlError>
#include <QString>
#include <QVariant>

namespace Store {

/** Executes one statement of a connection. On the connection's thread. */
class StatementExecutor
{
public:
    StatementExecutor() = default;
    virtual ~StatementExecutor() = default;
    StatementExecutor(const StatementExecutor &) = delete;
    StatementExecutor &operator=(const StatementExecutor &) = delete;

    virtual bool prepare(const QString &sql) = 0; ///< once, before the rest

    /// For all places of the placeholder, which is `:name`. An invalid QVariant is NULL.
    virtual void bind(const QString &placeholder, const QVariant &value) = 0;
    /// For the placeholder with this number, counted from 0 in the order of the text.
    virtual void bind(int place, const QVariant &value) = 0;

    virtual bool exec() = 0;
    /// To the next row; false at the end and after an error. `isCurrent`, here and in finish(): no other statement
    /// was executed on the connection since exec().
    virtual bool next(bool isCurrent) = 0;

    // Of a column of the current row: converted as QVariant does; 0, empty or invalid for NULL.
    virtual QVariant value(int column) const = 0;
    virtual bool isNull(int column) const { return value(column).isNull(); }
    virtual qint64 number(int column) const { return value(column).toLongLong(); }
    virtual QString text(int column) const { return value(column).toString(); }
    virtual QByteArray bytes(int column) const { return value(column).toByteArray(); }
    /// The same until the next row or finish(): not a copy where SQLite's own value can be used.
    virtual QByteArray borrowedBytes(int column) const { return bytes(column); }

    virtual QList<QByteArray> columns() = 0; ///< their names, after exec()
    virtual qint64 affected() const = 0;     ///< rows that exec() changed
    virtual QSqlError error() const = 0;
    virtual void finish(bool isCurrent) = 0; ///< frees the rows
    virtual void forgetValues() { }          ///< after finish(): frees those of the placeholders
};

} // namespace Store
