// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/limits.h"

namespace Http {

/** Whether the body of a request comes fast enough: so many bytes in each window of time. */
class BodyPace
{
public:
    /// A window begins now, `bytes` of the body being there.
    void begin(qint64 nowMs, qint64 bytes)
    {
        m_sinceMs = nowMs;
        m_bytes = bytes;
    }

    /// Fewer bytes in this window than asked for; begins the next one where this one is over.
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
