// SPDX-License-Identifier: GPL-3.0-or-later
#include "nodes/log.h"

Q_LOGGING_CATEGORY(logNodes, "postrider.nodes", QtInfoMsg)
