// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

/** Wall-clock time, handed in so that tests can set it. Callable on any thread. */
class Clock
{
public:
    virtual ~Clock() = default;
    virtual qint64 nowMs() const = 0;             ///< milliseconds since 1970-01-01 UTC
    qint64 now() const { return nowMs() / 1000; } ///< whole seconds since 1970-01-01 UTC
};

/** The machine's clock. */
class SystemClock : public Clock
{
public:
    qint64 nowMs() const override;
};
