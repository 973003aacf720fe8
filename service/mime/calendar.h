// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Mime {

/**
 * A summary of a calendar object (RFC 5545) in English: its request (RFC 5546 METHOD), title, start
 * and place of its first event or task, e.g. "Invitation: Board meeting, 10 March 2026 10:00
 * (Europe/Berlin), Room 5". Times and the names of time zones as written, nothing is converted.
 * Empty where it holds no event. Reads at most the first 64 Ki characters, in one pass.
 */
QString calendarSummary(QStringView calendar);

} // namespace Mime
