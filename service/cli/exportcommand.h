// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "mailfiles/exportmails.h"
#include "store/sql/databaseaddress.h"

#include <QStringList>
#include <QTextStream>

namespace Cli {

/** The arguments of `postriderd export ...`. */
struct ExportArguments {
    QString folder;
    QString account; ///< id or address; empty: all
    MailFiles::Format format = MailFiles::Format::Mbox;

    friend bool operator==(const ExportArguments &, const ExportArguments &) = default;
};

/// `arguments`: the arguments after `export`. Error::BadRequest with an error message of one line.
Result<ExportArguments> parseExportArguments(const QStringList &arguments);

/** The objects that the command uses. All of them outlive the call. */
struct ExportCommandContext {
    Store::DatabaseAddress database;
    QTextStream &out; ///< progress messages
    QTextStream &err; ///< an error message of one line, possibly with advice
};

/**
 * `postriderd export ...`; `arguments`: the arguments after `export`. Blocks until all is written; the service may
 * run. Returns the exit code: 0, 1 where it failed or mails are missing, 2 where the command line is
 * wrong.
 */
int runExportCommand(const QStringList &arguments, const ExportCommandContext &context);

QString exportUsage(); ///< the help text, several lines

} // namespace Cli
