// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/databaseaddress.h"

#include <QStringList>
#include <QTextStream>

#include <functional>

namespace Cli {

/** The arguments of `postriderd backup ...`. */
struct BackupArguments {
    QString file;
    bool withKeys = false;

    friend bool operator==(const BackupArguments &, const BackupArguments &) = default;
};

/// `arguments`: the arguments after `backup`. Error::BadRequest with an error message of one line.
Result<BackupArguments> parseBackupArguments(const QStringList &arguments);

/** The objects that the command uses. All of them outlive the call. */
struct BackupCommandContext {
    Store::DatabaseAddress database;
    QString attachments; ///< folder of the outgoing attachments
    /// The text of a key file with the keys that the service has. Asked for with `--with-keys` only.
    std::function<Result<QByteArray>()> keys;
    QTextStream &out; ///< progress messages
    QTextStream &err; ///< an error message of one line, possibly with advice
};

/**
 * `postriderd backup ...`; `arguments`: the arguments after `backup`. Blocks until the file is written and
 * compared; the service may run. Returns the exit code: 0, 1 where it failed, 2 where the command line
 * is wrong.
 */
int runBackupCommand(const QStringList &arguments, const BackupCommandContext &context);

QString backupUsage(); ///< the help text, several lines

} // namespace Cli
