// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace Store {

/** A table whose rows are copied unchanged from one database to another. */
struct CopyTable {
    const char *name;
    const char *key;      ///< columns that identify a row; rows are copied in their order
    bool isLarge = false; ///< its rows may be megabytes: their size is read before the rows
};

/**
 * All tables that are copied, parents before their children. This is the only list: add a new table
 * here, or to isMadeAnew(). A unit test compares it with the schema of both engines.
 */
const QList<CopyTable> &copyTables();

/// Tables that are not copied: those of the full text index, which is built again, the history of
/// the schema, the progress of a copy, the commit marks, and SQLite's internal tables.
bool isMadeAnew(QByteArrayView table);

/// The initial value of a column that is not copied, as SQL; empty for a column that is copied.
QByteArray initialValue(QByteArrayView table, QByteArrayView column);

} // namespace Store
