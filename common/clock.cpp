// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/clock.h"

#include <QDateTime>

qint64 SystemClock::nowMs() const
{
    return QDateTime::currentMSecsSinceEpoch();
}
