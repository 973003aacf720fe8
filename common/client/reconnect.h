// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace Client {

/**
 * When a lost event stream is tried again. interface.md, Event stream: after 1, 2, 4 .. 30 s, at
 * most 10 times, then lists are polled every 120 s; each poll is followed by another try. Pure.
 */
class Reconnect
{
public:
    struct Step {
        std::chrono::milliseconds wait{ 0 };
        bool poll = false; ///< read lists after the wait, before the try

        bool operator==(const Step &) const = default;
    };

    static constexpr int attempts = 10;
    static constexpr std::chrono::seconds longest{ 30 };
    static constexpr std::chrono::seconds polling{ 120 };

    /// `jitter` in 0 .. 1 shortens waits by up to a fifth, so that not all clients come at once.
    Step afterFailure(double jitter, std::chrono::milliseconds atLeast = {});
    void succeeded() { m_failures = 0; }
    bool isPolling() const { return m_failures > attempts; }

private:
    int m_failures = 0;
};

} // namespace Client
