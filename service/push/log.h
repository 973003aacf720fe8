// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

/// One line an event, with the id of the subscription; never an endpoint, which is as good as a key.
Q_DECLARE_LOGGING_CATEGORY(logPush)
