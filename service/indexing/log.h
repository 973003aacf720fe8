// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

/// `postrider.sync`, as for synchronisation.
Q_DECLARE_LOGGING_CATEGORY(logIndexing)

/// `postrider.memory`, at level debug: the heap in bytes, at each check of the upkeep.
Q_DECLARE_LOGGING_CATEGORY(logMemory)
