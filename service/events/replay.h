// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/events/events.h"

namespace Store {
class Session;
}

namespace Events {

/** One page of the events that a client missed. */
struct ReplayPage {
    Store::EventPage page;
    /// Why there is no replay and the client must load everything; empty: there is one.
    QByteArray resync;
    bool last = false; ///< nothing newer was stored when this was read

    friend bool operator==(const ReplayPage &, const ReplayPage &) = default;
};

/// Parses the client's Last-Event-ID; nothing: it is not a valid id.
std::optional<qint64> eventIdOf(const QByteArray &text);

/// Reads the next page after `id`. `first`: also checks that a replay from this id is possible: it is not
/// older than the stored events and not newer than the newest event.
Result<ReplayPage> replayAfter(Store::Session &session, qint64 id, int max,
                               const Store::Viewer &viewer, bool first);

} // namespace Events
