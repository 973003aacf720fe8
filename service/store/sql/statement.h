// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/binarystatement.h"
#include "store/sql/literaltext.h"

#include <QByteArray>
#include <QSqlError>
#include <QSqlQuery>

#include <optional>
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
 * A statement of a session, prepared at the server or, where that is not possible, sent with its values as
 * text. One with the mark of BinaryStatement is executed without QtSql, where that is possible. With the
 * positions of its columns, which are looked up once: they are always the same.
 */
class Statement
{
public:
    Statement(const QSqlDatabase &connection, bool forwardOnly);

    /// One of the two, once, before bind() and exec().
    bool prepare(const QString &sql);
    void keepAsText(const QString &sql) { m_text.emplace(sql); }

    void bind(const QString &placeholder, const QVariant &value);
    void bind(int place, const QVariant &value);
    bool exec();
    /// `isCurrent`, here and in finish(): no other statement was executed on the connection since exec().
    bool next(bool isCurrent) { return m_binary ? m_binary->next(isCurrent) : m_query.next(); }
    QVariant value(int position) const
    {
        return m_binary ? m_binary->value(position) : m_query.value(position);
    }
    qint64 affected() const { return m_binary ? m_binary->affected() : m_query.numRowsAffected(); }
    QSqlError error() const { return m_binary ? m_binary->error() : m_query.lastError(); }
    void finish(bool isCurrent); ///< frees the rows

    /// Position of the column in the current row; -1: the statement has no such column.
    int position(ColumnName column);

    /// The positions of all columns of a list; -1 for those that the statement does not have.
    /// `list` identifies the list and must be valid as long as the program runs.
    const std::vector<int> &positions(const void *list, std::span<const ColumnName> columns);

private:
    int find(ColumnName column);

    QSqlQuery m_query;
    std::optional<LiteralText> m_text;       ///< nothing: it is prepared
    std::optional<BinaryStatement> m_binary; ///< nothing: m_query executes it
    QList<QByteArray> m_names;               ///< empty until a column is looked up
    std::vector<std::pair<const char *, int>> m_positions;
    std::vector<std::pair<const void *, std::vector<int>>> m_lists;
};

} // namespace Store
