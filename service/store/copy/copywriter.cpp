// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/copywriter.h"

#include "common/jsonwriter.h"
#include "store/sql/session.h"

#include <optional>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QByteArray jsonName(qsizetype column)
{
    return "c" + QByteArray::number(column);
}

// SQL that converts a value of the JSON to the type of the column.
QByteArray fromJson(qsizetype at, const CopyColumn &column)
{
    return column.type == CopyColumn::Type::Bytes ? "decode(" + jsonName(at) + ", 'base64')"
                                                  : jsonName(at);
}

QByteArray typeInJson(const CopyColumn &column)
{
    return column.type == CopyColumn::Type::Integer ? "BIGINT" : "TEXT";
}

/** The parts of the INSERT statement. */
struct Parts {
    QByteArrayList names;
    QByteArrayList values;
    QByteArrayList types;
};

/// `valueOf(i, column)`: SQL for the value of the column number i.
Parts partsOf(const CopyPlan &plan, QByteArray (*valueOf)(qsizetype, const CopyColumn &))
{
    Parts parts;
    for (qsizetype i = 0; i < plan.columns.size(); ++i) {
        const CopyColumn &column = plan.columns[i];
        parts.names.append(column.name);
        parts.values.append(valueOf(i, column));
        parts.types.append(jsonName(i) + ' ' + typeInJson(column));
    }
    for (const QByteArray &column : plan.own) {
        parts.names.append(column);
        parts.values.append(initialValue(plan.table.name, column));
    }
    return parts;
}

void append(Json::Writer &json, const QVariant &value)
{
    if (!value.isValid())
        json.null();
    else if (value.typeId() == QMetaType::QString)
        json.value(value.toString());
    else if (value.typeId() == QMetaType::QByteArray)
        json.value(value.toByteArray().toBase64());
    else
        json.value(value.toLongLong());
}

Json::Bytes asJson(const QList<CopyRow> &rows)
{
    Json::Writer json;
    json.beginArray();
    for (const CopyRow &row : rows) {
        json.beginObject();
        for (qsizetype i = 0; i < row.size(); ++i) {
            json.key(jsonName(i));
            append(json, row[i]);
        }
        json.endObject();
    }
    return json.endArray().take();
}

void add(Query &query, const QVariant &value)
{
    if (!value.isValid())
        query.add(std::optional<qint64>());
    else if (value.typeId() == QMetaType::QString)
        query.add(value.toString());
    else if (value.typeId() == QMetaType::QByteArray)
        query.add(value.toByteArray());
    else
        query.add(value.toLongLong());
}

QByteArray placeholder(qsizetype, const CopyColumn &)
{
    return "?";
}

// One statement for each row: SQLite.
Result<void> writeEach(Session &session, const CopyPlan &plan, const QList<CopyRow> &rows)
{
    Query query = session.query("copy_write", plan.table.name, [&](QByteArray sql) {
        const Parts parts = partsOf(plan, placeholder);
        return sql.replace("/*table*/ copied_tables", plan.table.name)
            .replace("/*columns*/ name", parts.names.join(", "))
            .replace("/*values*/ ?", parts.values.join(", "));
    });
    for (const CopyRow &row : rows) {
        query.begin();
        for (const QVariant &value : row)
            add(query, value);
        if (!query.exec())
            break;
    }
    return query.result();
}

// One statement for all rows: PostgreSQL.
Result<void> writeAtOnce(Session &session, const CopyPlan &plan, const QList<CopyRow> &rows)
{
    Query query = session.query("copy_write", plan.table.name, [&](QByteArray sql) {
        const Parts parts = partsOf(plan, fromJson);
        return sql.replace("/*table*/ copied_tables", plan.table.name)
            .replace("/*columns*/ name", parts.names.join(", "))
            .replace("/*types*/ name TEXT", parts.types.join(", "))
            .replace("/*values*/ name", parts.values.join(", "));
    });
    return query.bindName(u":rows"_s, asJson(rows)).run();
}

} // namespace

Result<void> writeRows(Session &session, const CopyPlan &plan, const QList<CopyRow> &rows)
{
    return session.dialect().costsRoundTrips() ? writeAtOnce(session, plan, rows)
                                               : writeEach(session, plan, rows);
}

Result<void> clearTable(Session &session, const CopyTable &table)
{
    Query query = session.query("copy_clear", table.name, [&](QByteArray sql) {
        return sql.replace("/*table*/ copied_tables", table.name);
    });
    return query.run();
}

} // namespace Store
