// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/literaltext.h"

#include <QByteArray>
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
 * text. With the positions of its columns, which are looked up once: they are always the same.
 */
class Statement
{
public:
    explicit Statement(const QSqlDatabase &connection) : query(connection) { }

    /// One of the two, once, before bind() and exec().
    bool prepare(const QString &sql) { return query.prepare(sql); }
    void keepAsText(const QString &sql) { m_text.emplace(sql); }

    void bind(const QString &placeholder, const QVariant &value);
    void bind(int place, const QVariant &value);
    bool exec();

    /// Position of the column in the current row; -1: the statement has no such column.
    int position(ColumnName column);

    /// The positions of all columns of a list; -1 for those that the statement does not have.
    /// `list` identifies the list and must be valid as long as the program runs.
    const std::vector<int> &positions(const void *list, std::span<const ColumnName> columns);

    QSqlQuery query;

private:
    int find(ColumnName column);

    std::optional<LiteralText> m_text; ///< nothing: it is prepared
    std::vector<QByteArray> m_names;   ///< empty until a column is looked up
    std::vector<std::pair<const char *, int>> m_positions;
    std::vector<std::pair<const void *, std::vector<int>>> m_lists;
};

} // namespace Store
