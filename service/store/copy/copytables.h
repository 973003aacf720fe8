// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace Store {

/** A table that moves from one database to another as it is. */
struct CopyTable {
    const char *name;
    const char *key;      ///< columns that its rows are told apart by, and copied in the order of
    bool isLarge = false; ///< its rows may be megabytes: they are measured before they are read
};

/**
 * All that a database holds but for what each makes by itself, parents before their children. This
 * is the one list: a new table goes here, or into isMadeAnew(). A unit test compares it with the
 * schema of both engines.
 */
const QList<CopyTable> &copyTables();

/// Tables that are not copied: those of the full text index, which is made anew, the history of the
/// schema, and what SQLite keeps for itself.
bool isMadeAnew(QByteArrayView table);

/// What stands in a column that is not copied, as SQL; empty for one that is.
QByteArray initialValue(QByteArrayView table, QByteArrayView column);

} // namespace Store
