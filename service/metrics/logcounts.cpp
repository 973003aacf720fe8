// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/logcounts.h"

namespace Metrics {

LogCounts &logCounts()
{
    static LogCounts counts;
    return counts;
}

} // namespace Metrics
