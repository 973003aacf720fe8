// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

/// One line each time this node takes or loses accounts; numbers only.
Q_DECLARE_LOGGING_CATEGORY(logNodes)
