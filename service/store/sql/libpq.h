// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QSqlDatabase>
#include <QSqlError>
#include <QVariant>

#include <memory>
#include <optional>

QT_FORWARD_DECLARE_CLASS(QSqlDriver)

/**
 * Functions of the PostgreSQL client library that QtSql does not offer. They are looked up at run
 * time in the library that Qt's driver has loaded, so the build does not need it. On the
 * connection's thread.
 */
namespace Store::Libpq {

/// The descriptor of an open connection's socket; -1 where it cannot be known.
int socketOf(const QSqlDatabase &database);

/// The process id of the server's backend from the login; a pooler returns an invented one.
std::optional<int> processOf(const QSqlDatabase &database);

/// Suppresses notices, and messages of a server that ends a connection: they are not written to
/// stderr.
void silence(const QSqlDatabase &database);

/** A row of the answer to a statement, or its end, with values in binary form. */
class BinaryResult
{
public:
    BinaryResult() = default; ///< nothing
    /// From the client library: takes over the result. Null: the connection has no more.
    BinaryResult(void *connection, void *result);

    bool isRow() const;
    bool isEnd() const;                         ///< of an answer without an error
    QSqlError error() const { return m_error; } ///< without an SQLSTATE if the server is lost
    QList<QByteArray> columns() const;          ///< their names
    /// Of BOOLEAN, SMALLINT, INTEGER, BIGINT, BYTEA, TEXT and JSON; invalid: NULL.
    QVariant value(int column) const;
    qint64 affected() const; ///< at the end: rows that the statement changed

private:
    int status() const;

    std::shared_ptr<void> m_result;
    QSqlError m_error;
};

/// Whether prepare() and execute() can be used. False for other drivers, and where the library is not found.
bool hasBinary(const QSqlDriver &driver);

// The next two discard what is left of the answer to an earlier statement.

/// Prepares a statement whose placeholders are $1, $2 and so on. Returns the end, or an error.
BinaryResult prepare(const QSqlDriver &driver, const QByteArray &name, const QByteArray &sql);

/// QByteArrays are sent as bytes, other values as text, an invalid QVariant as NULL. Returns the first row, the end
/// or an error.
BinaryResult execute(const QSqlDriver &driver, const QByteArray &name,
                     const QList<QVariant> &values);

/// The next row, the end or an error. Rows are received one by one, so few are in memory.
BinaryResult next(const QSqlDriver &driver);

/// Receives and drops what is left of the answer.
void discard(const QSqlDriver &driver);

} // namespace Store::Libpq
