// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QString>
#include <QStringList>

namespace Cli {

/** What `postriderd doctor ...` was asked to do. */
struct DoctorArguments {
    bool isJson = false;
    bool isWithLogin = false;

    friend bool operator==(const DoctorArguments &, const DoctorArguments &) = default;
};

/// `arguments` are those behind `doctor`. Error::BadRequest with one line that says what is wrong.
Result<DoctorArguments> parseDoctorArguments(const QStringList &arguments);

QString doctorUsage(); ///< the help text, several lines

} // namespace Cli
