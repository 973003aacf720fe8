// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/launchercount.h"
#include "desktop/qtseam.h"

namespace Desktop {

void setLauncherCount(qint64 count)
{
    QtSeam::setBadgeNumber(count);
}

} // namespace Desktop
