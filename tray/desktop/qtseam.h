// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGuiApplication>

#include <algorithm>
#include <limits>

/** Code that differs between versions of Qt. */
namespace QtSeam {

/// Sets the number at the program's icon in the dock or task bar. Qt 6.4 has no function for it.
inline void setBadgeNumber(qint64 count)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    qGuiApp->setBadgeNumber(std::clamp<qint64>(count, 0, std::numeric_limits<int>::max()));
#else
    Q_UNUSED(count)
#endif
}

} // namespace QtSeam
