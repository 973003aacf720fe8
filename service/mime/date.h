// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

#include <optional>

namespace Mime {

/**
 * Seconds since 1970 of a Date field: RFC 5322 3.3 with obsolete years and zones, and the common
 * broken forms (asctime, ISO 8601, missing seconds or zone, AM/PM, dots for colons). A missing or
 * unknown zone is UTC. Nothing where day, month or year are not there or do not exist.
 */
std::optional<qint64> parseDate(Slice value);

/// `Fri, 05 Jun 2026 09:30:00 +0200` (RFC 5322 3.3).
QByteArray formatDate(qint64 seconds, int utcOffsetMinutes);

} // namespace Mime
