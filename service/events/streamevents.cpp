// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/streamevents.h"

#include "common/jsonwriter.h"
#include "common/timestamp.h"

namespace Events {

namespace {

Store::Event transient(const QByteArray &name, Json::Bytes data)
{
    Store::Event event;
    event.name = name;
    event.data = std::move(data);
    event.durable = false;
    return event;
}

} // namespace

Store::Event connected(const Greeting &greeting)
{
    Json::Writer json;
    json.beginObject();
    json.key("client_id").value(greeting.clientId);
    json.key("server_time").value(Timestamp::toIso(greeting.serverTime));
    json.key("online_count").value(greeting.onlineCount);
    json.key("last_event_id").value(greeting.lastEventId);
    return transient("connected", json.endObject().take());
}

Store::Event heartbeat(qint64 now)
{
    Json::Writer json;
    json.beginObject().key("time").value(Timestamp::toIso(now)).endObject();
    return transient("heartbeat", json.take());
}

Store::Event resync(const QByteArray &reason)
{
    Json::Writer json;
    json.beginObject().key("reason").value(reason).endObject();
    return transient("resync", json.take());
}

} // namespace Events
