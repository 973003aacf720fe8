// SPDX-License-Identifier: GPL-3.0-or-later
#include "nodes/notices.h"

#include "common/jsonwriter.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace Nodes {

namespace {

// PostgreSQL limits a notice to 8,000 bytes.
constexpr qsizetype mostBytes = 7000;

QByteArray jsonOf(const Store::Event &event)
{
    Json::Writer json;
    json.beginObject().key("name").value(event.name);
    json.key("accountId").value(event.accountId).key("ownerId").value(event.ownerId);
    json.key("userId").value(event.userId).key("at").value(event.at);
    json.key("data").value(event.data).endObject();
    return json.take();
}

Store::Event eventOf(const QJsonObject &object)
{
    return { .name = object[u"name"].toString().toUtf8(),
             .accountId = object[u"accountId"].toInteger(),
             .userId = object[u"userId"].toInteger(),
             .data = object[u"data"].toString().toUtf8(),
             .at = object[u"at"].toInteger(),
             .durable = false,
             .ownerId = object[u"ownerId"].toInteger() };
}

} // namespace

QByteArrayList noticesOf(const QList<Store::Event> &events)
{
    QByteArrayList notices;
    for (const Store::Event &event : events) {
        const QByteArray json = jsonOf(event);
        if (json.size() > mostBytes)
            continue;
        if (notices.isEmpty() || notices.last().size() + json.size() > mostBytes)
            notices.append('[' + json);
        else
            notices.last() += ',' + json;
    }
    for (QByteArray &notice : notices)
        notice += ']';
    return notices;
}

QList<Store::Event> eventsIn(const QByteArray &notice)
{
    QList<Store::Event> events;
    for (const QJsonValue &value : QJsonDocument::fromJson(notice).array()) {
        const QJsonObject object = value.toObject();
        if (object.contains(u"name"))
            events.append(eventOf(object));
    }
    return events;
}

} // namespace Nodes
