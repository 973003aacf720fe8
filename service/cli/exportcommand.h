// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "mailfiles/exportmails.h"
#include "store/sql/databaseaddress.h"

#include <QStringList>
#include <QTextStream>

namespace Cli {

/** What `postriderd export ...` was asked to do. */
struct ExportArguments {
    QString folder;
    QString account; ///< id or address; empty: all
    MailFiles::Format format = MailFiles::Format::Mbox;

    friend bool operator==(const ExportArguments &, const ExportArguments &) = default;
};

/// `arguments` are those behind `export`. Error::BadRequest with one line that says what is wrong.
Result<ExportArguments> parseExportArguments(const QStringList &arguments);

/** What the command works with; all of it outlives the call. */
struct ExportCommandContext {
    Store::DatabaseAddress database;
    QTextStream &out; ///< how far it is
    QTextStream &err; ///< what went wrong, one line and maybe advice
};

/**
 * `postriderd export ...`; `arguments` are those behind it. Blocks until all is written; the service may
 * run. Returns the exit code: 0, 1 where it failed or mails are missing, 2 where the command line is
 * wrong.
 */
int runExportCommand(const QStringList &arguments, const ExportCommandContext &context);

QString exportUsage(); ///< the help text, several lines

} // namespace Cli
