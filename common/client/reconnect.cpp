// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/reconnect.h"

#include <algorithm>
#include <cstdint>

namespace Client {

using namespace std::chrono;

Reconnect::Step Reconnect::afterFailure(double jitter, milliseconds atLeast)
{
    m_failures = std::min(m_failures + 1, attempts + 1);
    if (isPolling())
        return { polling, true };
    const milliseconds whole = std::min<milliseconds>(seconds(1 << (m_failures - 1)), longest);
    const auto wait = milliseconds(std::int64_t(double(whole.count()) * (1.0 - 0.2 * jitter)));
    return { std::clamp<milliseconds>(atLeast, wait, polling), false };
}

} // namespace Client
