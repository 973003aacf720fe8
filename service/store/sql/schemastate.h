// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

QT_FORWARD_DECLARE_CLASS(QSqlDatabase)

namespace Store {

class Session;

/** Which steps a database has (Migration). */
struct SchemaState {
    int version = 0;        ///< of the newest step; 0: it has none
    int compatibleFrom = 0; ///< the oldest schema whose programs can use it

    friend bool operator==(const SchemaState &, const SchemaState &) = default;
};

/// Fails if the database has no table of steps.
Result<SchemaState> schemaState(Session &session);

/// Error::Conflict: a program that knows the steps up to `known` cannot use the database any more.
Result<void> checkCompatible(const SchemaState &state, int known);

/// PostgreSQL: registers the process of this connection as one that knows the steps of this program, until the
/// connection is closed. Meanwhile no other process applies a step that this program does not work with. Error::Conflict:
/// such a step was applied, or is being applied.
Result<void> registerProgram(const QSqlDatabase &database);

} // namespace Store
