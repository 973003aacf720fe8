// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/sql/event.h"

namespace Events {

/** What a client is told first. */
struct Greeting {
    QByteArray clientId;
    qint64 serverTime = 0; ///< seconds
    qint64 onlineCount = 0;
    qint64 lastEventId = 0; ///< newest durable event: where to go on from after a break

    friend bool operator==(const Greeting &, const Greeting &) = default;
};

// All of them belong to the stream: transient, for whoever listens.
Store::Event connected(const Greeting &greeting);
Store::Event heartbeat(qint64 now);
/// The client has missed something and is to load its lists anew. Reasons: `overflow`, `malformed`,
/// `too_old`, `ahead`.
Store::Event resync(const QByteArray &reason);

} // namespace Events
