// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/progress.h"

#include <algorithm>

namespace Sync {

void ProgressMeter::begin(const QByteArray &phase, qint64 total)
{
    m_progress = { phase, 0, total, 0 };
    m_since.start();
    tell();
}

void ProgressMeter::add(qint64 done)
{
    constexpr qint64 tellEveryMs = 500;
    m_progress.done += done;
    const qint64 elapsed = m_since.elapsed();
    m_progress.ratePerSecond = m_progress.done * 1000 / std::max<qint64>(elapsed, 1);
    if (elapsed - m_toldAtMs >= tellEveryMs)
        tell();
}

void ProgressMeter::end()
{
    m_tell(std::nullopt);
}

void ProgressMeter::tell()
{
    m_toldAtMs = m_since.elapsed();
    m_tell(m_progress);
}

} // namespace Sync
