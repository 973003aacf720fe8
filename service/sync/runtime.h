// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace Sync {

/** What an account is doing right now; not kept over a restart. */
enum class Mode {
    Connecting,
    Syncing,
    Idle,    ///< the server tells of news by itself
    Polling, ///< we look now and then
    Stopped,
};

/// As in the API: `connecting`, `syncing`, `idle`, `polling`, `stopped`.
QByteArray modeName(Mode mode);

/** How far a first synchronisation is. */
struct Progress {
    QByteArray phase; ///< `list` or `bodies`
    qint64 done = 0;
    qint64 total = 0;
    qint64 ratePerSecond = 0; ///< mails, over the whole phase

    bool operator==(const Progress &) const = default;
};

struct Runtime {
    Mode mode = Mode::Stopped;
    std::optional<Progress> progress;

    bool operator==(const Runtime &) const = default;
};

} // namespace Sync
