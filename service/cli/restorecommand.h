// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/searchdocument.h"
#include "store/sql/databaseaddress.h"

#include <QStringList>
#include <QTextStream>

namespace Cli {

/** What `postriderd restore ...` was asked to do. */
struct RestoreArguments {
    QString file;
    bool isMove = false; ///< see Backup::RestoreOptions
};

/// `arguments` are those behind `restore`. Error::BadRequest with one line that says what is wrong.
Result<RestoreArguments> parseRestoreArguments(const QStringList &arguments);

/** What the command works with; all of it outlives the call. */
struct RestoreCommandContext {
    Store::DatabaseAddress database;
    QString dataDir;
    QString attachments; ///< folder of what may be sent
    Store::MessageReader reader;
    QTextStream &out; ///< how far it is
    QTextStream &err; ///< what went wrong, one line and maybe advice
};

/**
 * `postriderd restore FILE [--move]`; `arguments` are those behind `restore`. Blocks until all is in place.
 * Returns the exit code: 0, 1 where it failed, 2 where the command line is wrong.
 */
int runRestoreCommand(const QStringList &arguments, const RestoreCommandContext &context);

QString restoreUsage(); ///< the help text, several lines

} // namespace Cli
