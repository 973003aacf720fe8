// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/statementexecutor.h"

#include <QSqlDatabase>

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace Store {

/** The name of a column in a statement. Only a literal can be one, so its address identifies it. */
class ColumnName
{
public:
    consteval ColumnName(const char *name) : m_name(name) { }
    const char *get() const { return m_name; }

private:
    const char *m_name;
};

/**
 * A statement of a session with the positions of its columns, which are looked up once: they are always the same.
 * Statements of SQLite (SqliteStatement), and those of PostgreSQL with the mark of BinaryStatement, are executed
 * without QtSql where that is possible. To be destroyed before the connection is closed.
 */
class Statement
{
public:
    /// The statement fails if the connection is not open.
    Statement(const QSqlDatabase &connection, bool forwardOnly);

    /// Prepares it at the database, or keeps it to be sent as text with its values: one of the two, once, before the
    /// rest.
    bool prepare(const QString &sql);
    void keepAsText(const QString &sql);

    StatementExecutor &operator*() const { return *m_executor; }
    StatementExecutor *operator->() const { return m_executor.get(); }

    /// Position of the column in the current row; -1: the statement has no such column.
    int position(ColumnName column);

    /// The positions of all columns of a list; -1 for those that the statement does not have.
    /// `list` identifies the list and must be valid as long as the program runs.
    const std::vector<int> &positions(const void *list, std::span<const ColumnName> columns);

private:
    int find(ColumnName column);

    const QSqlDriver &m_driver;
    bool m_isForwardOnly;
    std::unique_ptr<StatementExecutor> m_executor; ///< never null
    QList<QByteArray> m_names;                     ///< empty until a column is looked up
    std::vector<std::pair<const char *, int>> m_positions;
    std::vector<std::pair<const void *, std::vector<int>>> m_lists;
};

} // namespace Store
