// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/mailevents.h"

#include "common/shortened.h"
#include "common/timestamp.h"
#include "events/eventdata.h"
#include "store/mail/shortrow.h"

#include <algorithm>

namespace Events {

namespace {

void writeIds(Json::Writer &json, const QList<qint64> &ids)
{
    json.key("ids").beginArray();
    for (const qint64 id : ids)
        json.value(id);
    json.endArray();
}

void writeChanges(Json::Writer &json, const MailChanges &changes)
{
    json.key("changes").beginObject();
    if (changes.isRead)
        json.key("is_read").value(*changes.isRead);
    if (changes.isStarred)
        json.key("is_starred").value(*changes.isStarred);
    if (changes.onServer)
        json.key("on_server").value(*changes.onServer);
    if (changes.bodyState)
        json.key("body_state").value(bodyStateName(*changes.bodyState));
    if (changes.folder) {
        json.key("folder").value(*changes.folder).key("folder_role");
        changes.folderRole.isEmpty() ? json.null() : json.value(changes.folderRole);
    }
    json.endObject();
}

/// The ids in parts of at most mostIdsInEvent.
QList<QList<qint64>> parted(const QList<qint64> &ids)
{
    QList<QList<qint64>> parts;
    for (qsizetype at = 0; at < ids.size(); at += Text::mostIdsInEvent)
        parts.append(ids.mid(at, Text::mostIdsInEvent));
    return parts;
}

} // namespace

void writeMail(Json::Writer &json, const Store::MailRow &whole)
{
    Store::MailRow mail = whole;
    Store::shorten(mail);
    json.beginObject().key("id").value(mail.id).key("account_id").value(mail.accountId);
    json.key("message_id").value(mail.messageId).key("folder").value(mail.folder);
    json.key("from").value(mail.from).key("from_name").value(mail.fromName);
    json.key("to").raw(mail.toJson).key("to_count").value(mail.toCount);
    json.key("cc").raw(mail.ccJson).key("cc_count").value(mail.ccCount);
    json.key("subject").value(mail.subject).key("preview").value(mail.summary);
    json.key("sent_at");
    mail.sentAt ? json.value(Timestamp::toIso(*mail.sentAt)) : json.null();
    json.key("created_at").value(Timestamp::toIso(mail.createdAt));
    json.key("is_read").value(mail.isRead).key("has_attachment").value(mail.hasAttachment);
    json.key("size").value(mail.size).endObject();
}

Store::Event mailReceived(const About &about, QList<Store::MailRow> mails)
{
    const auto newestFirst = [](const Store::MailRow &a, const Store::MailRow &b) {
        return std::pair(a.createdAt, a.id) > std::pair(b.createdAt, b.id);
    };
    std::ranges::sort(mails, newestFirst);
    constexpr qsizetype tail = 64; // bytes that finish() adds
    EventData data(about);
    data.json().key("mail_count").value(mails.size()).key("mails").beginArray();
    for (const Store::MailRow &mail : mails.first(std::min(mails.size(), mailsInEvent))) {
        Json::Writer one;
        writeMail(one, mail);
        const qsizetype size = data.json().bytes().size() + one.bytes().size() + tail;
        if (size > Text::mostEventBytes)
            break;
        data.json().raw(one.bytes());
    }
    data.json().endArray();
    return data.finish("mail.received", true);
}

QList<Store::Event> mailUpdated(const About &about, const QList<qint64> &ids,
                                const MailChanges &changes, bool durable)
{
    QList<Store::Event> events;
    for (const QList<qint64> &part : parted(ids)) {
        EventData data(about);
        writeIds(data.json(), part);
        writeChanges(data.json(), changes);
        events.append(data.finish("mail.updated", durable));
    }
    return events;
}

QList<Store::Event> mailDeleted(const About &about, const QList<qint64> &ids)
{
    QList<Store::Event> events;
    for (const QList<qint64> &part : parted(ids)) {
        EventData data(about);
        writeIds(data.json(), part);
        events.append(data.finish("mail.deleted", true));
    }
    return events;
}

QByteArray bodyStateName(Store::BodyState state)
{
    switch (state) {
    case Store::BodyState::Pending:
        return "pending";
    case Store::BodyState::Stored:
        return "stored";
    case Store::BodyState::OnDemand:
        return "on_demand";
    case Store::BodyState::Unavailable:
        return "unavailable";
    }
    Q_UNREACHABLE();
}

} // namespace Events
