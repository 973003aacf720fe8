// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/connection.h"

#include <QStringList>

/** The settings of a session of PostgreSQL, as statements. Pure. */
namespace Store {

QStringList postgresqlSettings(Connection::Kind kind);

/// Settings that a server may refuse: its operating system, its version or its build may not have
/// them.
QStringList optionalPostgresqlSettings();

} // namespace Store
