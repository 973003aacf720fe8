// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/events/events.h"

namespace Store {

/** How long durable events are kept, and how many at most; the bounds protect the disk. */
struct EventLimits {
    qint64 seconds = eventsKeptSeconds;
    qint64 most = 1'000'000;
    qint64 mostBytes = qint64(1) << 30; ///< of data
    int atOnce = 500;                   ///< removed in one transaction
};

/** What pruneEvents() did. */
struct EventPruning {
    bool isMore = false;  ///< further events are to go
    bool isEarly = false; ///< some went before their time, because there are too many

    friend bool operator==(const EventPruning &, const EventPruning &) = default;
};

/// Removes the oldest events where they are too old or too many, some at once. Opens its own
/// transaction where there is something to remove. Nobody else removes them by age: call it often.
Result<EventPruning> pruneEvents(Session &session, const EventLimits &limits = {});

} // namespace Store
