// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/search/index/searchdocument.h"

#include <QStringList>
#include <QTextStream>

namespace Cli {

/** The objects that the command uses. All of them outlive the call. */
struct CopyCommandContext {
    Store::MessageReader reader;
    QTextStream &out; ///< progress messages
    QTextStream &err; ///< an error message of one line, possibly with advice
};

/**
 * `postriderd migrate-database ...`; `arguments`: the arguments after it. Blocks until all is copied.
 * Returns the exit code: 0, 1 where it failed, 2 where the command line is wrong.
 */
int runCopyCommand(const QStringList &arguments, CopyCommandContext context);

} // namespace Cli
