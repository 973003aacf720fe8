// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/databaseaddress.h"

#include <QStringList>
#include <QTextStream>

#include <chrono>

namespace Cli {

/** The objects that the command uses. All of them outlive the call. */
struct ImportCommandContext {
    Store::DatabaseAddress database;
    std::chrono::milliseconds wait; ///< for an unreachable database server
    bool isTerminal = false;        ///< `err` is one: shows a progress bar
    QTextStream &out;               ///< progress messages
    QTextStream &err;               ///< error messages, and mails that were not imported
};

/**
 * `postriderd import ...`; `arguments`: the arguments after `import`. Blocks until all is stored; the service may
 * run. Returns the exit code: 0, 1 where it failed or a mail was not imported, 2 where the command line
 * is wrong.
 */
int runImportCommand(const QStringList &arguments, const ImportCommandContext &context);

} // namespace Cli
