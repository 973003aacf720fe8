// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/progress.h"

#include <algorithm>

namespace Sync {

void ProgressMeter::begin(const QByteArray &phase, qint64 total)
{
    m_progress = { phase, 0, total, 0 };
    m_since.start();
    report();
}

void ProgressMeter::add(qint64 done)
{
    constexpr qint64 reportEveryMs = 500;
    m_progress.done += done;
    const qint64 elapsed = m_since.elapsed();
    m_progress.ratePerSecond = m_progress.done * 1000 / std::max<qint64>(elapsed, 1);
    if (elapsed - m_reportedAtMs >= reportEveryMs)
        report();
}

void ProgressMeter::end()
{
    m_report(std::nullopt);
}

void ProgressMeter::report()
{
    m_reportedAtMs = m_since.elapsed();
    m_report(m_progress);
}

} // namespace Sync
