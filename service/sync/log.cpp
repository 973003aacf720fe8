// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/log.h"

Q_LOGGING_CATEGORY(logSync, "postrider.sync", QtInfoMsg)
