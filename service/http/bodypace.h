// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/limits.h"

namespace Http {

/** Checks that the body of a request comes fast enough: a minimum of bytes in each window of time. */
class BodyPace
{
public:
    /// Begins a window now; `bytes` of the body have arrived so far.
    void begin(qint64 nowMs, qint64 bytes)
    {
        m_sinceMs = nowMs;
        m_bytes = bytes;
    }

    /// True: fewer bytes than required arrived in this window. Otherwise begins the next window if this
    /// one is over.
    bool isTooSlow(qint64 nowMs, qint64 bytes, const Limits &limits)
    {
        const qint64 window = limits.bodyWindow.count();
        if (window == 0 || nowMs - m_sinceMs <= window)
            return false;
        if ((bytes - m_bytes) * 1000 < limits.bodyBytesPerSecond * window)
            return true;
        begin(nowMs, bytes);
        return false;
    }

private:
    qint64 m_sinceMs = 0;
    qint64 m_bytes = 0;
};

} // namespace Http
