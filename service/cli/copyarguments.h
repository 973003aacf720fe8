// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/databaseaddress.h"

#include <QString>
#include <QStringList>

namespace Cli {

/** The arguments of `postriderd migrate-database ...`. */
struct CopyArguments {
    Store::DatabaseAddress from;
    Store::DatabaseAddress to;

    friend bool operator==(const CopyArguments &, const CopyArguments &) = default;
};

/// `arguments`: the arguments after `migrate-database`; a database is a URL or a file of SQLite.
/// Error::BadRequest with an error message of one line.
Result<CopyArguments> parseCopyArguments(const QStringList &arguments);

QString copyUsage(); ///< the help text, several lines

} // namespace Cli
