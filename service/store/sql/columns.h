// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/query.h"

#include <functional>
#include <initializer_list>
#include <vector>

namespace Store {

/**
 * Which column of a statement goes to which member of a row: the one place that names the columns of
 * a table. Statements may list them in any order, and may have more columns.
 *
 *     const Columns<Folder> folderColumns{ { "id", &Folder::id }, { "path", &Folder::path } };
 *     Result<QList<Folder>> folders = session.query("folders_of").readAll(folderColumns);
 *
 * Defined as a static constant: statements remember it by its address. A column that the statement
 * does not have is an error of the program: reading it fails (see Query).
 */
template<typename Row>
class Columns
{
public:
    /** One column: the name of it in the statement, and what takes its value. */
    struct Column {
        template<typename Owner, typename T>
        Column(ColumnName column, T Owner::*member)
            : name(column), read([member](Row &row, const Query &query, int position) {
                  row.*member = query.valueAt<T>(position);
              })
        {
        }
        /// `convert` makes the member from the stored value.
        template<typename Owner, typename T, typename Stored>
        Column(ColumnName column, T Owner::*member, T (*convert)(Stored))
            : name(column), read([member, convert](Row &row, const Query &query, int position) {
                  row.*member = convert(query.valueAt<std::remove_cvref_t<Stored>>(position));
              })
        {
        }
        /// `set` stores the value: for a member of a member.
        template<typename Stored>
        Column(ColumnName column, void (*set)(Row &row, Stored value))
            : name(column), read([set](Row &row, const Query &query, int position) {
                  set(row, query.valueAt<std::remove_cvref_t<Stored>>(position));
              })
        {
        }

        ColumnName name;
        std::function<void(Row &row, const Query &query, int position)> read;
    };

    Columns(std::initializer_list<Column> columns)
    {
        for (const Column &column : columns) {
            m_names.push_back(column.name);
            m_reads.push_back(column.read);
        }
    }
    Columns(const Columns &) = delete;
    Columns &operator=(const Columns &) = delete;

private:
    friend class Query;

    std::vector<ColumnName> m_names;
    std::vector<std::function<void(Row &row, const Query &query, int position)>> m_reads;
};

template<typename Row>
Row Query::read(const Columns<Row> &columns) const
{
    Row row;
    const std::vector<int> &positions = m_statement->positions(&columns, columns.m_names);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (isThere(positions[i], columns.m_names[i]))
            columns.m_reads[i](row, *this, positions[i]);
    }
    return row;
}

template<typename Row>
Result<QList<Row>> Query::readAll(const Columns<Row> &columns)
{
    exec();
    QList<Row> rows;
    while (next())
        rows.append(read(columns));
    if (failed())
        return error();
    return rows;
}

template<typename Row>
Result<std::optional<Row>> Query::readFirst(const Columns<Row> &columns)
{
    exec();
    std::optional<Row> row;
    if (next())
        row = read(columns);
    if (failed())
        return error();
    return row;
}

} // namespace Store
