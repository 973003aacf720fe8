// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

/// One line for each event, with the id of the subscription. Never an endpoint, which is as secret as a key.
Q_DECLARE_LOGGING_CATEGORY(logPush)
