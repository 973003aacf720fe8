// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

#include <optional>

/** The values of the operators for times and sizes. Pure. */
namespace Store {

/// `2026`, `2026-05`, `2026-05-28`, or a time of RFC 3339: its beginning in seconds, UTC.
std::optional<qint64> searchDate(QStringView text);

/// An age: `3d`, `2w`, `6m`, `1y`, also `3days` or `1year`. The time that was so long before `now`, in seconds; months
/// and years are those of the calendar.
std::optional<qint64> timeBefore(qint64 now, QStringView age);

/// `500`, `20k`, `1.5M`, `2GB`: bytes, by 1,024. Nothing for less than 0 or more than 2^60.
std::optional<qint64> searchSize(QStringView text);

} // namespace Store
