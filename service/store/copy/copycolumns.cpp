// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/copycolumns.h"

#include "store/sql/columns.h"
#include "store/sql/session.h"

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** A column as the engine describes it. */
struct Described {
    QByteArray name;
    QByteArray type;
};

const Columns<Described> describedColumns{
    { "name", &Described::name },
    { "type", &Described::type,
      +[](const QByteArray &type) {
          return type.toUpper();
      } },
};

Result<QList<Described>> described(Session &session, const CopyTable &table)
{
    Query query = session.query("copy_columns");
    query.bind(u":table"_s, QString::fromLatin1(table.name));
    Result<QList<Described>> columns = query.readAll(describedColumns);
    RETURN_IF_ERROR(columns);
    if (columns->isEmpty())
        return Error{ Error::Code::NotFound,
                      u"The database has no table %1."_s.arg(QLatin1StringView(table.name)) };
    std::ranges::sort(*columns, {}, &Described::name);
    return columns;
}

std::optional<CopyColumn::Type> typeNamed(const QByteArray &type)
{
    if (type.endsWith("INT") || type == "INTEGER")
        return CopyColumn::Type::Integer;
    if (type == "TEXT")
        return CopyColumn::Type::Text;
    if (type == "BLOB" || type == "BYTEA")
        return CopyColumn::Type::Bytes;
    return std::nullopt;
}

Error unknownType(const CopyTable &table, const Described &column)
{
    return { Error::Code::Storage,
             u"The column %1 of the table %2 has the type %3, which cannot be copied."_s.arg(
                 QLatin1StringView(column.name), QLatin1StringView(table.name),
                 QLatin1StringView(column.type)) };
}

} // namespace

Result<CopyPlan> copyPlan(Session &session, const CopyTable &table)
{
    const Result<QList<Described>> all = described(session, table);
    RETURN_IF_ERROR(all);
    CopyPlan plan{ table, {}, {} };
    for (const Described &one : *all) {
        if (!initialValue(table.name, one.name).isEmpty()) {
            plan.own.append(one.name);
            continue;
        }
        const auto type = typeNamed(one.type);
        if (!type)
            return unknownType(table, one);
        plan.columns.append({ one.name, *type });
    }
    return plan;
}

Result<QList<QByteArray>> tableNames(Session &session)
{
    Result<QList<QByteArray>> names = session.query("copy_tables").readValues<QByteArray>();
    RETURN_IF_ERROR(names);
    std::ranges::sort(*names);
    return names;
}

QList<QByteArray> keyColumns(const CopyTable &table)
{
    QList<QByteArray> columns;
    for (const QByteArray &column : QByteArray(table.key).split(','))
        columns.append(column.trimmed());
    return columns;
}

} // namespace Store
