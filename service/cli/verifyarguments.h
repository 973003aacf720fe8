// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QString>
#include <QStringList>

namespace Cli {

/** The arguments of `postriderd verify ...`. */
struct VerifyArguments {
    QString account; ///< id or address
    QString folder;  ///< empty: all that the account follows
    bool isJson = false;

    friend bool operator==(const VerifyArguments &, const VerifyArguments &) = default;
};

/// `arguments`: the arguments after `verify`. Error::BadRequest with an error message of one line.
Result<VerifyArguments> parseVerifyArguments(const QStringList &arguments);

QString verifyUsage(); ///< the help text, several lines

} // namespace Cli
