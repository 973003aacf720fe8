// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/sendevents.h"

#include "common/shortened.h"
#include "common/timestamp.h"
#include "events/eventdata.h"

namespace Events {

namespace {

void writeMail(Json::Writer &json, const Store::OutboxMail &mail)
{
    json.key("id").value(mail.id).key("status").value(mail.status);
    json.key("message_id").value(Text::shortened(mail.messageId, Text::mostMessageId));
    json.key("subject").value(Text::shortened(mail.subject, Text::mostSubject));
    const Text::ShortList to = Text::shortList(mail.to);
    json.key("to").raw(to.json).key("to_count").value(to.count);
}

Text::ShortList rejectedBy(const Store::OutboxMail &mail)
{
    QStringList rejected;
    for (const Store::OutboxRecipient &one : mail.recipients) {
        if (one.state == Store::OutboxRecipient::State::Rejected)
            rejected.append(QString::fromUtf8(one.address));
    }
    return Text::shortList(rejected);
}

} // namespace

Store::Event mailSent(const About &about, const Store::OutboxMail &mail)
{
    EventData data(about);
    Json::Writer &json = data.json();
    writeMail(json, mail);
    json.key("mail_id");
    mail.mailId == 0 ? json.null() : json.value(mail.mailId);
    const Text::ShortList rejected = rejectedBy(mail);
    json.key("rejected").raw(rejected.json).key("rejected_count").value(rejected.count);
    return data.finish("mail.sent", true);
}

Store::Event mailFailed(const About &about, const Store::OutboxMail &mail)
{
    EventData data(about);
    writeMail(data.json(), mail);
    data.json().key("error").value(Text::shortened(mail.lastError, Text::mostError));
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
