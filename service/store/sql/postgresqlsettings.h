// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/connection.h"

#include <QStringList>

/** The settings of a session of PostgreSQL, as statements. Pure. */
namespace Store {

QStringList postgresqlSettings(Connection::Kind kind);

/// Those of a reader for one transaction, because a pooler gives the session to other clients afterwards.
QStringList postgresqlSettingsOfTransaction();

/// Settings that a server may refuse: its operating system, its version or its build may not have
/// them.
QStringList optionalPostgresqlSettings();

} // namespace Store
