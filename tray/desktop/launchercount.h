// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace Desktop {

/// Shows the number of unread mails at the program's entry in docks and task bars; 0: shows nothing.
void setLauncherCount(qint64 count);

} // namespace Desktop
