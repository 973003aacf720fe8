// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/copy/copytables.h"

#include <QByteArray>
#include <QList>

namespace Store {

class Session;

/** A column of a table that is copied. */
struct CopyColumn {
    enum class Type { Integer, Text, Bytes };

    QByteArray name;
    Type type = Type::Integer;

    friend bool operator==(const CopyColumn &, const CopyColumn &) = default;
};

/** The columns of a table that are copied, as one database has them. */
struct CopyPlan {
    CopyTable table;
    QList<CopyColumn> columns; ///< by name
    QList<QByteArray> own;     ///< columns set to their initialValue() in the copy
};

/// Error::NotFound: no such table.
Result<CopyPlan> copyPlan(Session &session, const CopyTable &table);

/// The names of all tables of a database, sorted by name; empty for an empty database.
Result<QList<QByteArray>> tableNames(Session &session);

/// The columns of the table's key.
QList<QByteArray> keyColumns(const CopyTable &table);

} // namespace Store
