// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/runtime.h"

namespace Sync {

QByteArray modeName(Mode mode)
{
    switch (mode) {
    case Mode::Connecting:
        return "connecting";
    case Mode::Syncing:
        return "syncing";
    case Mode::Idle:
        return "idle";
    case Mode::Polling:
        return "polling";
    case Mode::Stopped:
        return "stopped";
    }
    Q_UNREACHABLE();
}

} // namespace Sync
