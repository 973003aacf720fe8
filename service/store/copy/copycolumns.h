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

/** What of a table is copied, as one database has it. */
struct CopyPlan {
    CopyTable table;
    QList<CopyColumn> columns; ///< by name
    QList<QByteArray> own;     ///< columns that are made anew, see initialValue()
};

/// Error::NotFound: no such table.
Result<CopyPlan> copyPlan(Session &session, const CopyTable &table);

/// All tables of a database, by name; none in one that is empty.
Result<QList<QByteArray>> tableNames(Session &session);

/// The columns of the table's key.
QList<QByteArray> keyColumns(const CopyTable &table);

} // namespace Store
