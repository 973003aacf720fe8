// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QString>
#include <QStringList>

namespace Cli {

/** What `postriderd verify ...` was asked to do. */
struct VerifyArguments {
    QString account; ///< id or address
    QString folder;  ///< empty: all that the account follows
    bool isJson = false;

    friend bool operator==(const VerifyArguments &, const VerifyArguments &) = default;
};

/// `arguments` are those behind `verify`. Error::BadRequest with one line that says what is wrong.
Result<VerifyArguments> parseVerifyArguments(const QStringList &arguments);

QString verifyUsage(); ///< the help text, several lines

} // namespace Cli
