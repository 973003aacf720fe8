// SPDX-License-Identifier: GPL-3.0-or-later
#include "notify/notifier.h"

namespace Notify {

Q_LOGGING_CATEGORY(log, "postrider.tray.notify", QtInfoMsg)

} // namespace Notify
