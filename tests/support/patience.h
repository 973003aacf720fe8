// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include <algorithm>

/**
 * Deadlines of unit tests are for a quiet machine. On a busy one they are multiplied by
 * POSTRIDER_TIME_FACTOR, which `./dev test` measures, also those of QTRY_VERIFY and QTRY_COMPARE.
 */
namespace Support {

/// Converts milliseconds on a quiet machine to this machine.
inline int patience(int milliseconds)
{
    static const double factor = std::max(1.0, qgetenv("POSTRIDER_TIME_FACTOR").toDouble());
    return int(milliseconds * factor);
}

} // namespace Support

#undef QTRY_VERIFY
#define QTRY_VERIFY(statement) QTRY_VERIFY_WITH_TIMEOUT((statement), Support::patience(5000))
#undef QTRY_COMPARE
#define QTRY_COMPARE(expression, expected)                                                         \
    QTRY_COMPARE_WITH_TIMEOUT((expression), (expected), Support::patience(5000))
