// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/databaseaddress.h"

#include <QStringList>
#include <QTextStream>

#include <chrono>

namespace Cli {

/** The objects that the command uses. All of them outlive the call. */
struct MigrateCommandContext {
    Store::DatabaseAddress database;
    std::chrono::milliseconds wait; ///< for a database server that is not available yet
    QTextStream &out;               ///< the steps
    QTextStream &err;               ///< an error message of one line, or the help text
};

/**
 * `postriderd migrate [--dry-run]`; `arguments`: the arguments after it. Blocks until the schema is updated. Returns
 * the exit code: 0, also if there was nothing to do; 1 where it failed or steps were refused; 2 where the command line
 * is wrong.
 */
int runMigrateCommand(const QStringList &arguments, MigrateCommandContext context);

QString migrateUsage(); ///< the help text, several lines

} // namespace Cli
