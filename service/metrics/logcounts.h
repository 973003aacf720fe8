// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics/counter.h"

namespace Metrics {

/** The number of messages passed to the log. Any thread. */
struct LogCounts {
    Counter warnings;
    Counter errors;
    Counter lost; ///< that could not be written: the disk is full
};

/// The log is one for the whole process, as Qt's message handler is.
LogCounts &logCounts();

} // namespace Metrics
