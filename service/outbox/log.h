// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

/// One line an event, with the ids of mail and account; never a secret, an address or a subject.
Q_DECLARE_LOGGING_CATEGORY(logOutbox)
