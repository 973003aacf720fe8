// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

/// One line an event, with the account's id; never a secret, never a subject or text.
Q_DECLARE_LOGGING_CATEGORY(logSync)
