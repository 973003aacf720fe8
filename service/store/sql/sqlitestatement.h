// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/sqlitelibrary.h"
#include "store/sql/statementexecutor.h"

#include <vector>

namespace Store {

/**
 * A prepared statement of SQLite without QtSql, which copies the values of each row and each placeholder several
 * times and has text as UTF-16. Destroyed before its connection is closed: SQLite does not close one with statements.
 */
class SqliteStatement : public StatementExecutor
{
public:
    SqliteStatement(const SqliteLibrary::Functions &functions, void *connection);
    ~SqliteStatement() override;

    bool prepare(const QString &sql) override;
    /// As QtSql does: null QStrings and QByteArrays are NULL. Values stay bound until the next of the place.
    void bind(const QString &placeholder, const QVariant &value) override;
    void bind(int place, const QVariant &value) override;
    bool exec() override;
    bool next(bool isCurrent) override; ///< statements never disturb each other
    QVariant value(int column) const override;
    bool isNull(int column) const override;
    qint64 number(int column) const override;
    QString text(int column) const override;
    QByteArray bytes(int column) const override;
    QByteArray borrowedBytes(int column) const override;
    QList<QByteArray> columns() override;
    qint64 affected() const override; ///< by the last statement of the connection that changed rows
    QSqlError error() const override { return m_error; }
    void finish(bool isCurrent) override; ///< the snapshot is free
    void forgetValues() override;

private:
    bool step();
    void reset();
    void note(int code);
    QByteArrayView view(int column) const; ///< until the next row; null: NULL, or no bytes

    const SqliteLibrary::Functions &m_sqlite;
    void *m_connection;
    void *m_statement = nullptr;
    QList<QString> m_names;          ///< of the placeholders, with the colon
    std::vector<QByteArray> m_bound; ///< by placeholder: the bytes that SQLite reads
    bool m_isFirst = false;          ///< next() returns the row that exec() has read
    bool m_isRow = false;
    QSqlError m_error;
};

} // namespace Store
