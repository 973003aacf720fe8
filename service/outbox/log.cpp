// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/log.h"

Q_LOGGING_CATEGORY(logOutbox, "postrider.outbox", QtInfoMsg)
