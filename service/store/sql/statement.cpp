// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/statement.h"

#include "store/sql/binarystatement.h"
#include "store/sql/qtstatement.h"
#include "store/sql/sqlitestatement.h"

#include <QSqlDriver>

#include <algorithm>

namespace Store {

namespace {

std::unique_ptr<StatementExecutor> executorFor(const QString &sql, const QSqlDriver &driver,
                                               bool isForwardOnly)
{
    if (const auto *sqlite = SqliteLibrary::functionsOf(driver))
        return std::make_unique<SqliteStatement>(*sqlite, SqliteLibrary::connectionOf(driver));
    if (BinaryStatement::isMarked(sql) && Libpq::hasBinary(driver))
        return std::make_unique<BinaryStatement>(driver);
    return std::make_unique<QtStatement>(driver, isForwardOnly, QtStatement::Form::Prepared);
}

} // namespace

Statement::Statement(const QSqlDatabase &connection, bool forwardOnly)
    : m_driver(*connection.driver()), m_isForwardOnly(forwardOnly),
      m_executor(std::make_unique<QtStatement>(m_driver, forwardOnly, QtStatement::Form::Prepared))
{
}

bool Statement::prepare(const QString &sql)
{
    m_executor = executorFor(sql, m_driver, m_isForwardOnly);
    return m_executor->prepare(sql);
}

void Statement::keepAsText(const QString &sql)
{
    m_executor = std::make_unique<QtStatement>(m_driver, m_isForwardOnly, QtStatement::Form::Text);
    m_executor->prepare(sql);
}

int Statement::find(ColumnName column)
{
    if (m_names.empty())
        m_names = m_executor->columns();
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
