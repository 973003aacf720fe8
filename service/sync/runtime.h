// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

namespace Sync {

/** What an account is doing right now; not kept over a restart. */
enum class Mode {
    Connecting,
    Syncing,
    Idle,    ///< the server reports changes (IDLE)
    Polling, ///< we check for changes at intervals
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

/** The error of an account that could not be stored in the database, because the disk is full. */
struct Trouble {
    QByteArray errorCode; ///< as in the API
    QString message;

    bool operator==(const Trouble &) const = default;
};

struct Runtime {
    Mode mode = Mode::Stopped;
    std::optional<Progress> progress;
    std::optional<Trouble>
        trouble; ///< used instead of the status in the database until it can be stored

    bool operator==(const Runtime &) const = default;
};

/// As JSON, for the other nodes of a database.
QByteArray toJson(const Runtime &runtime);
/// Of such a text; stopped where it is empty.
Runtime runtimeOf(const QByteArray &json);

} // namespace Sync
