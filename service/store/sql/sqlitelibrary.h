// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

QT_FORWARD_DECLARE_CLASS(QSqlDriver)

/**
 * Functions of the SQLite library for a connection that QtSql has opened. They are looked up at run time in the
 * library that Qt's driver uses, so the build does not need it. On the connection's thread.
 */
namespace Store::SqliteLibrary {

/** https://www.sqlite.org/c3ref/funclist.html; the types of its headers are `void` here. */
struct Functions {
    int (*prepare)(void *connection, const char *sql, int bytes, unsigned flags, void **statement,
                   const char **rest);
    int (*finalize)(void *statement);
    int (*parameterCount)(void *statement);
    const char *(*parameterName)(void *statement, int number);
    int (*bindNull)(void *statement, int number);
    int (*bindInt64)(void *statement, int number, qint64 value);
    int (*bindDouble)(void *statement, int number, double value);
    int (*bindText)(void *statement, int number, const char *utf8, int bytes, void (*free)(void *));
    int (*bindBlob)(void *statement, int number, const void *data, int bytes, void (*free)(void *));
    int (*clearBindings)(void *statement);
    int (*step)(void *statement);
    int (*reset)(void *statement);
    int (*changes)(void *connection);
    int (*columnCount)(void *statement);
    const char *(*columnName)(void *statement, int column);
    int (*columnType)(void *statement, int column);
    qint64 (*columnInt64)(void *statement, int column);
    double (*columnDouble)(void *statement, int column);
    const unsigned char *(*columnText)(void *statement, int column);
    const void *(*columnBlob)(void *statement, int column);
    int (*columnBytes)(void *statement, int column);
    int (*extendedErrorCode)(void *connection);
    const char *(*errorMessage)(void *connection);
};

/// Null: another engine, a platform other than Linux, or SQLite is a part of Qt's driver.
const Functions *functionsOf(const QSqlDriver &driver);

/// The connection as these functions take it. Null: another engine.
void *connectionOf(const QSqlDriver &driver);

} // namespace Store::SqliteLibrary
