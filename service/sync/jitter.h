// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRandomGenerator>

#include <chrono>

namespace Sync {

/// `time`, up to 10% shorter or longer: many accounts that fail at the same moment must not all connect
/// again at the same moment.
inline std::chrono::milliseconds jittered(std::chrono::milliseconds time)
{
    const double factor = 0.9 + QRandomGenerator::global()->generateDouble() * 0.2;
    return std::chrono::milliseconds(qint64(double(time.count()) * factor));
}

} // namespace Sync
