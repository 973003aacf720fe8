// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace Store {

constexpr qint64 secondsOfDay = 86'400;

/** Whole days of UTC, counted from 1970-01-01; both ends are part of it. */
struct DayRange {
    qint64 first = 0;
    qint64 last = 0;

    /// The day of `now` (seconds since 1970) and those before it, `days` in all (1 or more).
    static constexpr DayRange until(qint64 now, qint64 days)
    {
        const qint64 today = now / secondsOfDay;
        return { today - days + 1, today };
    }

    friend bool operator==(const DayRange &, const DayRange &) = default;
};

} // namespace Store
