// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/log.h"

Q_LOGGING_CATEGORY(logPush, "postrider.push", QtInfoMsg)
