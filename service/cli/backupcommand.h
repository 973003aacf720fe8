// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/databaseaddress.h"

#include <QStringList>
#include <QTextStream>

#include <functional>

namespace Cli {

/** What `postriderd backup ...` was asked to do. */
struct BackupArguments {
    QString file;
    bool withKeys = false;

    friend bool operator==(const BackupArguments &, const BackupArguments &) = default;
};

/// `arguments` are those behind `backup`. Error::BadRequest with one line that says what is wrong.
Result<BackupArguments> parseBackupArguments(const QStringList &arguments);

/** What the command works with; all of it outlives the call. */
struct BackupCommandContext {
    Store::DatabaseAddress database;
    QString attachments; ///< folder of what may be sent
    /// The text of a key file with the keys that the service has. Asked for with `--with-keys` only.
    std::function<Result<QByteArray>()> keys;
    QTextStream &out; ///< how far it is
    QTextStream &err; ///< what went wrong, one line and maybe advice
};

/**
 * `postriderd backup ...`; `arguments` are those behind it. Blocks until the file is written and
 * compared; the service may run. Returns the exit code: 0, 1 where it failed, 2 where the command line
 * is wrong.
 */
int runBackupCommand(const QStringList &arguments, const BackupCommandContext &context);

QString backupUsage(); ///< the help text, several lines

} // namespace Cli
