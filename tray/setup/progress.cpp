// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/progress.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

struct Duration {
    Q_DECLARE_TR_FUNCTIONS(Setup::Duration)
};

constexpr qint64 longest = 48 * 3600; // a longer estimate means that the fetch has stalled

std::optional<Progress> read(const QJsonObject &json, QLatin1StringView rate)
{
    if (json.isEmpty())
        return std::nullopt;
    return Progress{ json.value("phase"_L1).toString(), json.value("done"_L1).toInteger(),
                     json.value("total"_L1).toInteger(), json.value(rate).toDouble() };
}

/// The estimated time that is left; empty: no estimate is possible.
QString remainingText(const Progress &progress)
{
    if (progress.perSecond <= 0 || progress.done >= progress.total)
        return {};
    const double left = double(progress.total - progress.done) / progress.perSecond;
    if (left > double(longest))
        return {};
    const int seconds = int(std::ceil(left));
    if (seconds < 60)
        return Duration::tr("less than a minute");
    if (seconds < 90 * 60)
        return Duration::tr("about %n minutes", nullptr, (seconds + 30) / 60);
    return Duration::tr("about %n hours", nullptr, (seconds + 1800) / 3600);
}

} // namespace

std::optional<Progress> progressOf(const QJsonValue &syncProgress)
{
    return read(syncProgress.toObject(), "ratePerSecond"_L1);
}

std::optional<Progress> progressOf(const QByteArray &eventData)
{
    return read(QJsonDocument::fromJson(eventData).object(), "rate_per_second"_L1);
}

QString progressText(const Progress &progress)
{
    const QString count =
        Duration::tr("%L1 of %L2", "mails").arg(progress.done).arg(progress.total);
    const QString remaining = remainingText(progress);
    if (remaining.isEmpty())
        return count;
    return Duration::tr("%1, %2", "mails and the time that is left").arg(count, remaining);
}

} // namespace Setup
