// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/log.h"

Q_LOGGING_CATEGORY(logWebhooks, "postrider.webhooks", QtInfoMsg)
