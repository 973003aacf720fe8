// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>

namespace Metrics {

/**
 * Figures of the system about this process. A value is absent where the system does not provide it.
 */
struct ProcessFigures {
    std::optional<double> cpuSeconds; ///< user and system time since the start
    std::optional<qint64> residentBytes;
    std::optional<qint64> virtualBytes;
    std::optional<qint64> openDescriptors;
    std::optional<qint64> maxDescriptors;
};

/// Some 50 us, and 1 us more for each ten open descriptors. Any thread.
ProcessFigures processFigures();

} // namespace Metrics
