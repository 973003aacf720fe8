// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/event.h"

namespace Events {

QByteArray frameOf(const Store::Event &event);

/** What a new listener is told of itself. */
struct Greeting {
    QByteArray clientId;
    qint64 serverTime = 0;  ///< seconds
    qint64 onlineCount = 0; ///< streams of this node, the new one included
    qint64 lastEventId = 0;
};
QByteArray connectedFrame(const Greeting &greeting); ///< with `retry:` before it
QByteArray heartbeatFrame(qint64 now);
QByteArray resyncFrame(const QByteArray &reason); ///< malformed, too_old, ahead, overflow

} // namespace Events
