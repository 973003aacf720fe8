// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QList>
#include <QString>

/** One `key = value` line; a key under `[section]` is named `section.key`. */
struct IniEntry {
    QString key;
    QString value; ///< trimmed; surrounding double quotes removed
    int line = 0;  ///< from 1

    bool operator==(const IniEntry &) const = default;
};

/**
 * Reads a configuration file: UTF-8, `#` or `;` start a comment line. Not QSettings, which splits
 * values at commas, rewrites backslashes and cannot say in which line something is wrong.
 * Error::BadRequest names file and line; a repeated key is an error.
 */
Result<QList<IniEntry>> readIniFile(const QString &path);
Result<QList<IniEntry>> parseIni(QStringView text, const QString &name);
