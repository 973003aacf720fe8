// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/progress.h"

namespace Sync {

/** Passes the progress of a folder on to the account's ProgressMeter, if there is one. */
class FolderProgress
{
public:
    void setMeter(ProgressMeter *meter) { m_meter = meter; } ///< may be null

    void begin(const QByteArray &phase, qint64 total)
    {
        if (m_meter)
            m_meter->begin(phase, total);
    }

    void add(qint64 done)
    {
        if (m_meter)
            m_meter->add(done);
    }

private:
    ProgressMeter *m_meter = nullptr;
};

} // namespace Sync
