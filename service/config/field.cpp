// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/field.h"

#include "net/networks.h"

using namespace Qt::StringLiterals;

namespace ConfigField {

Field text(QString Config::*field)
{
    const auto set = [field](Config &config, const QString &value) {
        config.*field = value;
        return Problem();
    };
    return { set, [field](const Config &config) {
                return config.*field;
            } };
}

Field list(QStringList Config::*field)
{
    const auto set = [field](Config &config, const QString &value) {
        config.*field = value.split(u',', Qt::SkipEmptyParts);
        for (QString &item : config.*field)
            item = item.trimmed();
        return Problem();
    };
    return { set, [field](const Config &config) {
                return (config.*field).join(u", "_s);
            } };
}

Field choice(QString Config::*field, QStringList allowed)
{
    const auto set = [field, allowed](Config &config, const QString &value) {
        if (!allowed.contains(value))
            return u"must be one of %1"_s.arg(allowed.join(u", "_s));
        config.*field = value;
        return Problem();
    };
    return { set, [field](const Config &config) {
                return config.*field;
            } };
}

Field flag(bool Config::*field)
{
    const auto set = [field](Config &config, const QString &value) {
        if (value != u"true" && value != u"false")
            return u"must be true or false"_s;
        config.*field = value == u"true";
        return Problem();
    };
    return { set, [field](const Config &config) {
                return config.*field ? u"true"_s : u"false"_s;
            } };
}

Field seconds(Config::Seconds Config::*field, Config::Seconds min, Config::Seconds max)
{
    const auto set = [field, min, max](Config &config, const QString &value) {
        bool isNumber = false;
        const qint64 parsed = value.toLongLong(&isNumber);
        if (!isNumber || parsed < min.count() || parsed > max.count())
            return u"must be a number of seconds from %1 to %2"_s.arg(min.count()).arg(max.count());
        config.*field = Config::Seconds(parsed);
        return Problem();
    };
    return { set, [field](const Config &config) {
                return QString::number((config.*field).count());
            } };
}

Field waits(QList<Config::Seconds> Config::*field)
{
    const auto set = [field](Config &config, const QString &value) {
        QList<Config::Seconds> parsed;
        for (const QString &word : value.split(u',')) {
            bool isNumber = false;
            const int wait = word.trimmed().toInt(&isNumber);
            if (!isNumber || wait < 1 || wait > 86'400)
                return u"must be numbers of seconds from 1 to 86400, separated by commas"_s;
            parsed.append(Config::Seconds(wait));
        }
        config.*field = parsed;
        return Problem();
    };
    return { set, [field](const Config &config) {
                QStringList words;
                for (const Config::Seconds wait : config.*field)
                    words.append(QString::number(wait.count()));
                return words.join(u", "_s);
            } };
}

Field networks(QStringList Config::*field)
{
    const Field asList = list(field);
    const auto set = [field, asList](Config &config, const QString &value) {
        static_cast<void>(asList.set(config, value));
        const auto parsed = Net::Networks::parse(config.*field);
        if (!parsed)
            return u"must be networks such as 10.0.0.0/8 or fd00::/8, separated by commas: "_s
                + parsed.error().message;
        return Problem();
    };
    return { set, asList.get };
}

Field checkedText(QString Config::*field, bool (*isGood)(QByteArrayView), const QString &problem)
{
    const Field any = text(field);
    const auto set = [any, isGood, problem](Config &config, const QString &value) {
        static_cast<void>(any.set(config, value));
        return value.isEmpty() || isGood(value.toUtf8()) ? Problem() : problem;
    };
    return { set, any.get };
}

} // namespace ConfigField
