// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexing/log.h"

Q_LOGGING_CATEGORY(logIndexing, "postrider.sync", QtInfoMsg)
Q_LOGGING_CATEGORY(logMemory, "postrider.memory", QtInfoMsg)
