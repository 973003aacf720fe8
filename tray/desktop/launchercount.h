// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace Desktop {

/// Shows how many mails are unread at the program's entry in docks and task bars; 0: nothing.
void setLauncherCount(qint64 count);

} // namespace Desktop
