// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/events/events.h"

namespace Store {
class Session;
}

namespace Events {

/** One page of what a client missed. */
struct ReplayPage {
    Store::EventPage page;
    /// Why there is no replay and the client must load everything; empty: there is one.
    QByteArray resync;
    bool last = false; ///< nothing newer was stored when this was read

    friend bool operator==(const ReplayPage &, const ReplayPage &) = default;
};

/// What the client's Last-Event-ID means: an id, or nothing where it is none.
std::optional<qint64> eventIdOf(const QByteArray &text);

/// Reads the next page after `id`; `first` also looks whether the id can be gone on from: not older than what is kept, not newer than the newest.
Result<ReplayPage> replayAfter(Store::Session &session, qint64 id, int max,
                               const Store::Viewer &viewer, bool first);

} // namespace Events
