// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/database.h"
#include "store/sql/databaseaddress.h"

#include <QString>

/**
 * Databases for tests that run on every engine. POSTRIDER_TEST_POSTGRESQL is the URL of a database
 * for tests, in which each gets a schema; where it is not set, they run on SQLite.
 */
namespace TestServer {

/// Whether this run is about PostgreSQL.
bool isUsed();

/// Where a test keeps its data: a new database, or this file.
Store::DatabaseAddress newAddress(const QString &file);

/// What opens the database of this folder, again and again the same.
Store::DatabaseOptions optionsIn(const QString &folder);

/// The address that such options mean.
Store::DatabaseAddress addressIn(const QString &folder);

} // namespace TestServer
