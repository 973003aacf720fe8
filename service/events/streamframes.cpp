// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/streamframes.h"

#include "common/jsonwriter.h"
#include "common/sse.h"
#include "common/timestamp.h"

namespace Events {

QByteArray frameOf(const Store::Event &event)
{
    if (event.id == 0)
        return Sse::frame(event.name, event.data);
    return Sse::frame(event.name, event.data, event.id);
}

QByteArray connectedFrame(const Greeting &greeting)
{
    constexpr int retryMs = 3000;
    Json::Writer json;
    json.beginObject().key("client_id").value(greeting.clientId);
    json.key("server_time").value(Timestamp::toIso(greeting.serverTime));
    json.key("online_count").value(greeting.onlineCount);
    json.key("last_event_id").value(greeting.lastEventId).endObject();
    return Sse::retryFrame(retryMs) + Sse::frame("connected", json.bytes());
}

QByteArray heartbeatFrame(qint64 now)
{
    Json::Writer json;
    json.beginObject().key("time").value(Timestamp::toIso(now)).endObject();
    return Sse::frame("heartbeat", json.bytes());
}

QByteArray resyncFrame(const QByteArray &reason)
{
    Json::Writer json;
    json.beginObject().key("reason").value(reason).endObject();
    return Sse::frame("resync", json.bytes());
}

} // namespace Events
