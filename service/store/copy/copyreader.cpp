// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/copyreader.h"

#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qint64 bytesAtOnce = qint64(8) << 20;

QString placeholder(qsizetype number)
{
    return u":key"_s + QString::number(number);
}

QByteArray condition(const CopyTable &table)
{
    QByteArrayList names;
    for (qsizetype i = 0; i < keyColumns(table).size(); ++i)
        names.append(placeholder(i).toLatin1());
    return "(" + QByteArray(table.key) + ") > (" + names.join(", ") + ")";
}

QByteArray names(const QList<CopyColumn> &columns)
{
    QByteArrayList list;
    for (const CopyColumn &column : columns)
        list.append(column.name);
    return list.join(", ");
}

// length() counts the characters of a text, which is close enough. For bytes, SQLite does not read the
// content.
QByteArray sizeOf(const QList<CopyColumn> &columns)
{
    QByteArray sum = "0";
    for (const CopyColumn &column : columns) {
        if (column.type != CopyColumn::Type::Integer)
            sum += " + COALESCE(length(" + column.name + "), 0)";
    }
    return sum + " AS row_bytes";
}

} // namespace

CopyReader::CopyReader(Session &session, CopyPlan plan)
    : m_session(session), m_plan(std::move(plan))
{
    for (const QByteArray &name : keyColumns(m_plan.table)) {
        const auto found = std::ranges::find(m_plan.columns, name, &CopyColumn::name);
        Q_ASSERT(found != m_plan.columns.end());
        m_keyAt.append(found - m_plan.columns.begin());
    }
}

Query CopyReader::leased(const char *resource, const QByteArray &variant, const QByteArray &columns)
{
    const bool isFirst = m_last.isEmpty();
    const QByteArray key = QByteArray(m_plan.table.name) + variant + (isFirst ? "/first" : "/on");
    Query query = m_session.query(resource, key, [&](QByteArray sql) {
        sql.replace("/*columns*/ n", columns);
        sql.replace("/*table*/ copied_tables", m_plan.table.name);
        sql.replace("/*key*/ name", m_plan.table.key);
        return isFirst ? sql : sql.replace("/*where*/ TRUE", condition(m_plan.table));
    });
    for (qsizetype i = 0; !isFirst && i < m_keyAt.size(); ++i)
        query.bind(placeholder(i), m_last[m_keyAt[i]]);
    return query;
}

Result<qint64> CopyReader::rowsThatFit(qint64 max)
{
    Query query = leased("copy_read", "/sizes", sizeOf(m_plan.columns));
    query.bind(u":max"_s, max).exec();
    qint64 rows = 0;
    qint64 bytes = 0;
    while (query.next()) {
        bytes += query.int64("row_bytes");
        if (rows > 0 && bytes > bytesAtOnce)
            break;
        ++rows;
    }
    if (query.failed())
        return query.error();
    return rows;
}

Result<QList<CopyRow>> CopyReader::next(qint64 max)
{
    max = std::min(max, rowsAtOnce);
    const Result<qint64> fitting = m_plan.table.isLarge ? rowsThatFit(max) : max;
    RETURN_IF_ERROR(fitting);
    Query query = leased("copy_read", "", names(m_plan.columns));
    query.bind(u":max"_s, *fitting).exec();
    QList<CopyRow> rows;
    while (query.next())
        rows.append(readRow(query, m_plan.columns));
    if (query.failed())
        return query.error();
    if (!rows.isEmpty())
        m_last = rows.last();
    return rows;
}

Result<qint64> countRows(Session &session, const CopyTable &table)
{
    Query query = session.query("copy_count", table.name, [&](QByteArray sql) {
        return sql.replace("/*table*/ copied_tables", table.name);
    });
    return query.readNumber();
}

} // namespace Store
