// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSqlDatabase>

#include <optional>

/**
 * What QtSql does not pass on of the PostgreSQL client library below it. The library that Qt's driver
 * has loaded is asked at run time, so nothing is needed to build. On the connection's thread.
 */
namespace Store::Libpq {

/// The descriptor of an open connection's socket; -1 where it cannot be known.
int socketOf(const QSqlDatabase &database);

/// The process of the server that the login named: a pooler makes one up.
std::optional<int> processOf(const QSqlDatabase &database);

/// Notices and what a server says while it ends a connection are not written to stderr.
void silence(const QSqlDatabase &database);

} // namespace Store::Libpq
