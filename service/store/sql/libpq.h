// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSqlDatabase>

#include <optional>

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

} // namespace Store::Libpq
