// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringView>

#include <optional>

/** Points in time as the API writes and reads them. Seconds are since 1970-01-01 UTC. */
namespace Timestamp {

/// `2026-06-05T09:30:00Z`; years outside 0..9999 are clamped into them.
QByteArray toIso(qint64 seconds);

/**
 * RFC 3339 with any offset and an optional fraction (cut off), or a date alone, which means 00:00
 * UTC. Nothing for everything else, also for days that do not exist.
 */
std::optional<qint64> fromIso(QStringView text);

} // namespace Timestamp
