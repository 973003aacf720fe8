// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/event.h"

namespace Events {

/** The data of the first event of a stream. */
struct Greeting {
    QByteArray clientId;
    qint64 serverTime = 0; ///< seconds
    qint64 onlineCount = 0;
    qint64 lastEventId = 0; ///< newest durable event: the id to resume from after a disconnect

    friend bool operator==(const Greeting &, const Greeting &) = default;
};

// Events about the stream itself: transient, for connected clients.
Store::Event connected(const Greeting &greeting);
Store::Event heartbeat(qint64 now);
/// The client has missed events and must reload its lists. Reasons: `overflow`, `malformed`,
/// `too_old`, `ahead`.
Store::Event resync(const QByteArray &reason);

} // namespace Events
