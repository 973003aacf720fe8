// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

#include <algorithm>

/**
 * Deadlines of unit tests hold for a quiet machine. POSTRIDER_TIME_FACTOR stretches them on one that is
 * busy, as `./dev test` measures it, also those of QTRY_VERIFY and QTRY_COMPARE.
 */
namespace Support {

/// So many milliseconds of a quiet machine, here.
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
