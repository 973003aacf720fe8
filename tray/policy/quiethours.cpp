// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/quiethours.h"

#include <algorithm>

namespace Policy {

bool QuietHours::isHour(QTime time) const
{
    if (!isDaily || from == to)
        return false;
    return from < to ? time >= from && time < to : time >= from || time < to;
}

bool QuietHours::isPaused(const QDateTime &now) const
{
    // If the clock is set back by more than a usual correction, the pause ends: half an hour must not
    // become a day.
    constexpr qint64 tolerance = 120;
    const qint64 at = now.toSecsSinceEpoch();
    return at < pausedUntil && at >= pausedAt - tolerance;
}

bool QuietHours::isQuiet(const QDateTime &now) const
{
    return isPaused(now) || isHour(now.time());
}

std::optional<QDateTime> QuietHours::end(const QDateTime &now) const
{
    if (!isQuiet(now))
        return std::nullopt;
    QDateTime end = now;
    // A pause may end in the daily quiet hours, and these may end in a pause.
    for (int rounds = 0; rounds < 3 && isQuiet(end); ++rounds) {
        if (isPaused(end))
            end = std::max(end, QDateTime::fromSecsSinceEpoch(pausedUntil));
        if (isHour(end.time())) {
            const QDate day = to > end.time() ? end.date() : end.date().addDays(1);
            end = QDateTime(day, to);
        }
    }
    return end;
}

void QuietHours::pause(const QDateTime &now, const QDateTime &until)
{
    pausedAt = now.toSecsSinceEpoch();
    pausedUntil = until.toSecsSinceEpoch();
}

} // namespace Policy
