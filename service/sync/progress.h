// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/runtime.h"

#include <QElapsedTimer>

#include <functional>

namespace Sync {

/**
 * Counts the progress of a long phase and reports it: at the start, at the end, and at most twice a
 * second. Lives on a sync thread.
 */
class ProgressMeter
{
public:
    using Report = std::function<void(std::optional<Progress>)>;

    explicit ProgressMeter(Report report) : m_report(std::move(report)) { }

    void begin(const QByteArray &phase, qint64 total);
    void add(qint64 done);
    void end(); ///< no phase runs any more

private:
    void report();

    Report m_report;
    Progress m_progress;
    QElapsedTimer m_since;
    qint64 m_reportedAtMs = 0;
};

} // namespace Sync
