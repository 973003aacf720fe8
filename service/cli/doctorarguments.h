// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QString>
#include <QStringList>

namespace Cli {

/** The arguments of `postriderd doctor ...`. */
struct DoctorArguments {
    bool isJson = false;
    bool isWithLogin = false;

    friend bool operator==(const DoctorArguments &, const DoctorArguments &) = default;
};

/// `arguments`: the arguments after `doctor`. Error::BadRequest with an error message of one line.
Result<DoctorArguments> parseDoctorArguments(const QStringList &arguments);

QString doctorUsage(); ///< the help text, several lines

} // namespace Cli
