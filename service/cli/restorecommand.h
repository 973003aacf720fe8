// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/searchdocument.h"
#include "store/sql/databaseaddress.h"

#include <QStringList>
#include <QTextStream>

namespace Cli {

/** The arguments of `postriderd restore ...`. */
struct RestoreArguments {
    QString file;
    bool isMove = false; ///< see Backup::RestoreOptions
};

/// `arguments`: the arguments after `restore`. Error::BadRequest with an error message of one line.
Result<RestoreArguments> parseRestoreArguments(const QStringList &arguments);

/** The objects that the command uses. All of them outlive the call. */
struct RestoreCommandContext {
    Store::DatabaseAddress database;
    QString dataDir;
    QString attachments; ///< folder of the outgoing attachments
    Store::MessageReader reader;
    QTextStream &out; ///< progress messages
    QTextStream &err; ///< an error message of one line, possibly with advice
};

/**
 * `postriderd restore FILE [--move]`; `arguments`: the arguments after `restore`. Blocks until all is in place.
 * Returns the exit code: 0, 1 where it failed, 2 where the command line is wrong.
 */
int runRestoreCommand(const QStringList &arguments, const RestoreCommandContext &context);

QString restoreUsage(); ///< the help text, several lines

} // namespace Cli
