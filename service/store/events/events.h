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

/** The range of events that can be replayed. */
struct EventBounds {
    qint64 oldest = 0; ///< lowest id still stored; newest + 1 if no event is stored
    qint64 newest = 0; ///< id of the last durable event ever

    friend bool operator==(const EventBounds &, const EventBounds &) = default;
};

Result<EventBounds> eventBounds(Session &session);

/** A piece of the replay. */
struct EventPage {
    QList<Event> events; ///< rising
    qint64 upTo = 0;     ///< id of the last event examined, visible or not; continue from there
    bool more = false;   ///< it ended before the last event

    friend bool operator==(const EventPage &, const EventPage &) = default;
};
/// Examines up to `max` durable events with a larger id, fewer if they are long: it stops after the
/// event with which the answer reaches eventPageBytes. The answer has the events that the viewer
/// may see.
Result<EventPage> eventsAfter(Session &session, qint64 id, int max, const Viewer &viewer);

/// The same for all viewers at once, and without `more`.
Result<QList<Event>> newsAfter(Session &session, qint64 id, int max);

/// Inserts numbered events. Only Transaction calls this; others publish there.
Result<void> writeEvents(Session &session, QList<Event> &events);

/// Runs a statement that removes events and returns the size in bytes of each. Returns the number
/// of removed events and updates the stored sum of all bytes. Inside a Transaction, like the next
/// function.
Result<int> removeEvents(Session &session, Query query);

/// Removes up to `max` events of an account, except the event of its deletion; returns the number.
Result<int> purgeEvents(Session &session, qint64 accountId, int max);
Result<void> removeEventsOfUser(Session &session, qint64 userId);

} // namespace Store
