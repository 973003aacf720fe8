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

/** The answer to a statement, with its values in binary form. Has all rows in memory. */
class BinaryResult
{
public:
    BinaryResult() = default; ///< no answer

    bool isGood() const;
    QSqlError error() const { return m_error; } ///< without an SQLSTATE if the server is lost
    int rows() const;
    QList<QByteArray> columns() const; ///< their names
    /// Of BOOLEAN, SMALLINT, INTEGER, BIGINT, BYTEA, TEXT and JSON; invalid: NULL.
    QVariant value(int row, int column) const;
    qint64 affected() const; ///< rows that the statement changed

private:
    friend BinaryResult prepare(const QSqlDriver &driver, const QByteArray &name,
                                const QByteArray &sql);
    friend BinaryResult execute(const QSqlDriver &driver, const QByteArray &name,
                                const QList<QVariant> &values);
    BinaryResult(void *connection, void *result);

    std::shared_ptr<void> m_result;
    QSqlError m_error;
};

/// Whether prepare() and execute() can be used. False for other drivers, and where the library is not found.
bool hasBinary(const QSqlDriver &driver);

/// Prepares a statement whose placeholders are $1, $2 and so on. No query of QtSql may be reading rows of the
/// connection now, here and in execute(): it would lose them.
BinaryResult prepare(const QSqlDriver &driver, const QByteArray &name, const QByteArray &sql);

/// QByteArrays are sent as bytes, other values as text, an invalid QVariant as NULL.
BinaryResult execute(const QSqlDriver &driver, const QByteArray &name,
                     const QList<QVariant> &values);

} // namespace Store::Libpq
