// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/event.h"
#include "store/sql/query.h"
#include "store/sql/viewer.h"

#include <QList>

namespace Store {

class Session;

constexpr qint64 eventsKeptSeconds = 86'400;
constexpr qsizetype eventPageBytes = 256 * 1024; ///< of data

/** What can be replayed. */
struct EventBounds {
    qint64 oldest = 0; ///< lowest id that is still stored; newest + 1 where none is
    qint64 newest = 0; ///< id of the last durable event ever

    friend bool operator==(const EventBounds &, const EventBounds &) = default;
};

Result<EventBounds> eventBounds(Session &session);

/** A piece of the replay. */
struct EventPage {
    QList<Event> events; ///< rising
    qint64 upTo = 0;     ///< id of the last event looked at, seen or not; go on from there
    bool more = false;   ///< it ended before the last event

    friend bool operator==(const EventPage &, const EventPage &) = default;
};
/// Looks at up to `max` durable events with a larger id, fewer where they are long: it ends after the
/// one with which those in the answer have eventPageBytes. Those that the viewer may see are in it.
Result<EventPage> eventsAfter(Session &session, qint64 id, int max, const Viewer &viewer);

/// The same for all viewers at once, and without `more`.
Result<QList<Event>> newsAfter(Session &session, qint64 id, int max);

/// Inserts numbered events. Only Transaction calls this; others publish there.
Result<void> writeEvents(Session &session, QList<Event> &events);

/// Runs a statement that removes events and returns the bytes of each; answers how many there were, and keeps
/// the sum of all bytes right. Inside a Transaction, like the next.
Result<int> removeEvents(Session &session, Query query);

/// Removes up to `max` events of an account, but for that of its deletion; returns how many.
Result<int> purgeEvents(Session &session, qint64 accountId, int max);
Result<void> removeEventsOfUser(Session &session, qint64 userId);

} // namespace Store
