// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/sendevents.h"

#include "common/timestamp.h"
#include "events/eventdata.h"

namespace Events {

namespace {

void writeMail(Json::Writer &json, const Store::OutboxMail &mail)
{
    json.key("id").value(mail.id).key("status").value(mail.status);
    json.key("message_id").value(mail.messageId).key("subject").value(mail.subject);
    json.key("to").beginArray();
    for (const QString &to : mail.to)
        json.value(to);
    json.endArray();
}

} // namespace

Store::Event mailSent(const About &about, const Store::OutboxMail &mail)
{
    EventData data(about);
    Json::Writer &json = data.json();
    writeMail(json, mail);
    json.key("mail_id");
    mail.mailId == 0 ? json.null() : json.value(mail.mailId);
    json.key("rejected").beginArray();
    for (const Store::OutboxRecipient &one : mail.recipients) {
        if (one.state == Store::OutboxRecipient::State::Rejected)
            json.value(one.address);
    }
    json.endArray();
    return data.finish("mail.sent", true);
}

Store::Event mailFailed(const About &about, const Store::OutboxMail &mail)
{
    EventData data(about);
    writeMail(data.json(), mail);
    data.json().key("error").value(mail.lastError);
    return data.finish("mail.failed", true);
}

Store::Event draftsDeleted(qint64 userId, const QList<qint64> &ids, qint64 at)
{
    Json::Writer json;
    json.beginObject().key("ids").beginArray();
    for (const qint64 id : ids)
        json.value(id);
    json.endArray().key("timestamp").value(Timestamp::toIso(at)).endObject();
    return { .name = "draft.deleted", .userId = userId, .data = json.take(), .at = at };
}

} // namespace Events
