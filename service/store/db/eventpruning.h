// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/events/events.h"

namespace Store {

/** Limits of the age, number and size of the stored durable events, so that they do not fill the disk. */
struct EventLimits {
    qint64 seconds = eventsKeptSeconds;
    qint64 most = 1'000'000;
    qint64 mostBytes = qint64(1) << 30; ///< of data
    int atOnce = 500;                   ///< removed in one transaction
};

/** What pruneEvents() did. */
struct EventPruning {
    bool isMore = false;  ///< more events have to be removed
    bool isEarly = false; ///< some were removed before their age limit, because of number or size

    friend bool operator==(const EventPruning &, const EventPruning &) = default;
};

/// Removes the oldest events that exceed a limit, one batch per call. Opens its own transaction if there
/// is something to remove. No other code removes events by these limits, so it must be called often.
Result<EventPruning> pruneEvents(Session &session, const EventLimits &limits = {});

} // namespace Store
