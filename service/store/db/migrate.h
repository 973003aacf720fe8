// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/sqltext.h"

namespace Store {

class Session;

/**
 * Brings the schema up to the newest of `steps`, each in one transaction together with its version;
 * stops at the first statement that fails. A new database runs the same chain. Error::Storage: the
 * database has a step that we do not know, or is older than the first of `steps`.
 */
Result<void> migrate(Session &session, const QList<Migration> &steps);
Result<void> migrate(Session &session); ///< with the steps of the session's engine

} // namespace Store
