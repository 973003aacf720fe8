// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config.h"

#include <functional>

/** How the values of the configuration are read from text and shown as text. Pure. */
namespace ConfigField {

/// What is wrong with a value, as the end of a sentence that begins with the key; empty: nothing.
using Problem = QString;
using Setter = std::function<Problem(Config &, const QString &)>;
using Getter = std::function<QString(const Config &)>;

struct Field {
    Setter set;
    Getter get;
};

Field text(QString Config::*field);
Field list(QStringList Config::*field); ///< separated by commas
Field choice(QString Config::*field, QStringList allowed);
Field flag(bool Config::*field);
Field seconds(Config::Seconds Config::*field, Config::Seconds min, Config::Seconds max);
Field waits(QList<Config::Seconds> Config::*field); ///< 1 s to a day, separated by commas
Field networks(QStringList Config::*field);

/// A text for which `isGood` is true, or an empty one. `problem` is the answer to others.
Field checkedText(QString Config::*field, bool (*isGood)(QByteArrayView), const QString &problem);

template<typename Number>
Field number(Number Config::*field, qint64 min, qint64 max)
{
    const auto set = [field, min, max](Config &config, const QString &value) {
        bool isNumber = false;
        const qint64 parsed = value.toLongLong(&isNumber);
        if (!isNumber || parsed < min || parsed > max)
            return QStringLiteral("must be a whole number from %1 to %2").arg(min).arg(max);
        config.*field = Number(parsed);
        return Problem();
    };
    return { set, [field](const Config &config) {
                return QString::number(config.*field);
            } };
}

} // namespace ConfigField
