// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "mailfiles/mailsource.h"

#include <QString>
#include <QStringList>

namespace Cli {

/** The arguments of `postriderd import ...`. */
struct ImportArguments {
    QString path;
    QString account; ///< id or address
    QString folder;  ///< its name below `$imported/`
    MailFiles::SourceFormat format = MailFiles::SourceFormat::Auto;
    bool withDeleted = false;

    friend bool operator==(const ImportArguments &, const ImportArguments &) = default;
};

/// `arguments`: the arguments after `import`. Error::BadRequest with an error message of one line.
Result<ImportArguments> parseImportArguments(const QStringList &arguments);

QString importUsage(); ///< the help text, several lines

} // namespace Cli
