// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/statement.h"

#include <QSqlDriver>
#include <QSqlRecord>

#include <algorithm>

namespace Store {

namespace {

// QSqlQuery::record() asks PostgreSQL for the name of each table, except in a forward-only query.
QList<QByteArray> namesOf(QSqlQuery &query)
{
    const bool isForwardOnly = query.isForwardOnly();
    query.setForwardOnly(true);
    const QSqlRecord record = query.record();
    query.setForwardOnly(isForwardOnly);
    QList<QByteArray> names;
    for (int i = 0; i < record.count(); ++i)
        names.append(record.fieldName(i).toUtf8());
    return names;
}

} // namespace

Statement::Statement(const QSqlDatabase &connection, bool forwardOnly) : m_query(connection)
{
    m_query.setForwardOnly(forwardOnly);
}

bool Statement::prepare(const QString &sql)
{
    const QSqlDriver &driver = *m_query.driver();
    if (!BinaryStatement::isMarked(sql) || !Libpq::hasBinary(driver))
        return m_query.prepare(sql);
    return m_binary.emplace(driver, sql).prepare();
}

void Statement::bind(const QString &placeholder, const QVariant &value)
{
    if (m_text)
        m_text->bind(placeholder, value);
    else if (m_binary)
        m_binary->bind(placeholder, value);
    else
        m_query.bindValue(placeholder, value);
}

void Statement::bind(int place, const QVariant &value)
{
    if (m_text)
        m_text->bind(place, value);
    else if (m_binary)
        m_binary->bind(place, value);
    else
        m_query.bindValue(place, value);
}

bool Statement::exec()
{
    if (m_binary)
        return m_binary->exec();
    return m_text ? m_query.exec(m_text->text(*m_query.driver())) : m_query.exec();
}

void Statement::finish(bool isCurrent)
{
    if (m_binary)
        m_binary->finish(isCurrent);
    else
        m_query.finish();
}

int Statement::find(ColumnName column)
{
    if (m_names.empty())
        m_names = m_binary ? m_binary->columns() : namesOf(m_query);
    const auto found = std::ranges::find(m_names, QByteArrayView(column.get()));
    return found == m_names.end() ? -1 : int(found - m_names.begin());
}

int Statement::position(ColumnName column)
{
    for (const auto &[name, position] : m_positions) {
        if (name == column.get())
            return position;
    }
    const int position = find(column);
    if (position >= 0)
        m_positions.emplace_back(column.get(), position);
    return position;
}

const std::vector<int> &Statement::positions(const void *list, std::span<const ColumnName> columns)
{
    for (const auto &[known, positions] : m_lists) {
        if (known == list)
            return positions;
    }
    std::vector<int> positions;
    for (const ColumnName column : columns)
        positions.push_back(find(column));
    if (m_names.empty()) { // it has no row to read
        static const std::vector<int> none;
        return none;
    }
    return m_lists.emplace_back(list, std::move(positions)).second;
}

} // namespace Store
