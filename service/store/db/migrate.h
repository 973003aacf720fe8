// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/sqltext.h"

namespace Store {

class Session;

/** What an update of the schema did, or would do. */
struct SchemaUpdate {
    QList<Migration> applied;
    QList<Migration>
        refused;    ///< steps that have to wait for older programs, and the steps after them
    QString reason; ///< which programs these are; empty: no step was refused
};

/**
 * Brings the schema up to the newest of `steps`, each in one transaction together with its version;
 * stops at the first statement that fails. A new database runs the same chain. On PostgreSQL a step with which a running
 * program of an older version could not work is refused, and all steps after it.
 * Error::Conflict: the database has a step with which we do not work. Error::Storage: it is older than the first of
 * `steps`.
 */
Result<SchemaUpdate> updateSchema(Session &session, const QList<Migration> &steps);
Result<SchemaUpdate> updateSchema(Session &session); ///< with the steps of the session's engine

/// What updateSchema() would do now. Changes nothing.
Result<SchemaUpdate> planUpdate(Session &session, const QList<Migration> &steps);
Result<SchemaUpdate> planUpdate(Session &session);

/// updateSchema() for programs that need all steps: Error::Conflict if one was refused.
Result<void> migrate(Session &session, const QList<Migration> &steps);
Result<void> migrate(Session &session); ///< with the steps of the session's engine

} // namespace Store
