// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/mailevents.h"

#include "common/timestamp.h"

#include <algorithm>

namespace Events {

namespace {

Store::Event eventOf(const QByteArray &name, qint64 accountId, Json::Writer &json, qint64 now,
                     bool durable)
{
    json.key("timestamp").value(Timestamp::toIso(now)).endObject();
    Store::Event event;
    event.name = name;
    event.accountId = accountId;
    event.data = json.take();
    event.durable = durable;
    return event;
}

void writeTime(Json::Writer &json, std::optional<qint64> seconds)
{
    if (seconds)
        json.value(Timestamp::toIso(*seconds));
    else
        json.null();
}

void writeAccount(Json::Writer &json, const Store::Account &account)
{
    json.key("account_id").value(account.id).key("account_email").value(account.email);
}

void writeIds(Json::Writer &json, const QList<qint64> &ids)
{
    json.key("ids").beginArray();
    for (const qint64 id : ids)
        json.value(id);
    json.endArray();
}

void writeChange(Json::Writer &json, QByteArrayView name, const std::optional<bool> &value)
{
    if (value)
        json.key(name).value(*value);
}

} // namespace

void writeMail(Json::Writer &json, const Store::MailRow &mail)
{
    json.beginObject();
    json.key("id").value(mail.id).key("account_id").value(mail.accountId);
    json.key("message_id").value(mail.messageId).key("folder").value(mail.folder);
    json.key("from").value(mail.from).key("from_name").value(mail.fromName);
    json.key("to").raw(mail.toJson).key("cc").raw(mail.ccJson);
    json.key("subject").value(mail.subject).key("preview").value(mail.summary);
    json.key("sent_at");
    writeTime(json, mail.sentAt);
    json.key("created_at");
    writeTime(json, mail.createdAt);
    json.key("is_read").value(mail.isRead).key("has_attachment").value(mail.hasAttachment);
    json.key("size").value(mail.size).endObject();
}

Store::Event mailReceived(const Store::Account &account, qint64 count,
                          const QList<Store::MailRow> &mails, qint64 now)
{
    Json::Writer json;
    json.beginObject();
    writeAccount(json, account);
    json.key("mail_count").value(count).key("mails").beginArray();
    for (const Store::MailRow &mail : mails.first(std::min(mails.size(), mailsInEvent)))
        writeMail(json, mail);
    json.endArray();
    return eventOf("mail.received", account.id, json, now, true);
}

Store::Event mailSynced(const Store::Account &account, const SyncOutcome &outcome, qint64 now)
{
    Json::Writer json;
    json.beginObject();
    writeAccount(json, account);
    json.key("new_count").value(outcome.newCount);
    json.key("updated_count").value(outcome.updatedCount);
    json.key("duration_ms").value(outcome.durationMs);
    return eventOf("mail.synced", account.id, json, now, false);
}

Store::Event mailUpdated(qint64 accountId, const QList<qint64> &ids, const MailChanges &changes,
                         qint64 now, bool firstImport)
{
    Json::Writer json;
    json.beginObject().key("account_id").value(accountId);
    writeIds(json, ids);
    json.key("changes").beginObject();
    writeChange(json, "is_read", changes.isRead);
    writeChange(json, "is_starred", changes.isStarred);
    writeChange(json, "on_server", changes.onServer);
    if (changes.body)
        json.key("body").value(true);
    json.endObject();
    return eventOf("mail.updated", accountId, json, now, !firstImport);
}

Store::Event mailDeleted(qint64 accountId, const QList<qint64> &ids, qint64 now)
{
    Json::Writer json;
    json.beginObject().key("account_id").value(accountId);
    writeIds(json, ids);
    return eventOf("mail.deleted", accountId, json, now, true);
}

Store::Event statsUpdated(const Store::AccountStats &stats, qint64 now)
{
    Json::Writer json;
    json.beginObject();
    json.key("account_id").value(stats.accountId).key("account_email").value(stats.email);
    json.key("total").value(stats.total).key("unread").value(stats.unread);
    json.key("starred").value(stats.starred).key("with_attachment").value(stats.withAttachment);
    json.key("sent").value(stats.sent).key("hidden").value(stats.hidden);
    return eventOf("stats.updated", stats.accountId, json, now, false);
}

} // namespace Events
