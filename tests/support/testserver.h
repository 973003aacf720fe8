// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/database.h"
#include "store/sql/databaseaddress.h"

#include <QString>

/**
 * Databases for tests that run on every engine. POSTRIDER_TEST_POSTGRESQL is the URL of a database
 * in which each test gets a schema; if it is not set, tests run on SQLite.
 */
namespace TestServer {

/// Whether this run uses PostgreSQL.
bool isUsed();

/// The database for a test: a new schema on PostgreSQL, or this file on SQLite.
Store::DatabaseAddress newAddress(const QString &file);

/// Options for the database of this folder; each call names the same database.
Store::DatabaseOptions optionsIn(const QString &folder);

/// The address of the database that optionsIn() names.
Store::DatabaseAddress addressIn(const QString &folder);

} // namespace TestServer
