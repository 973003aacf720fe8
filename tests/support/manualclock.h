// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"

#include <atomic>
#include <chrono>

/** A clock that stands until a test moves it. Any thread. */
class ManualClock : public Clock
{
public:
    explicit ManualClock(qint64 nowMs = 1'780'000'000'000) : m_nowMs(nowMs) { }

    qint64 nowMs() const override { return m_nowMs; }
    void advance(std::chrono::milliseconds by) { m_nowMs += by.count(); }

private:
    std::atomic<qint64> m_nowMs;
};
