// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/mailjson.h"

#include "common/timestamp.h"
#include "events/mailevents.h"
#include "mime/unsubscribe.h"

namespace Api {

namespace {

void writeTime(Json::Writer &json, QByteArrayView name, std::optional<qint64> seconds)
{
    json.key(name);
    seconds ? json.value(Timestamp::toIso(*seconds)) : json.null();
}

void writeAddresses(Json::Writer &json, QByteArrayView name, const QList<Mime::Address> &list)
{
    json.key(name).beginArray();
    for (const Mime::Address &address : list) {
        if (!address.address.isEmpty())
            json.value(address.address);
    }
    json.endArray();
}

void writePeople(Json::Writer &json, QByteArrayView name, const QList<Mime::Address> &list)
{
    json.key(name).beginArray();
    for (const Mime::Address &person : list) {
        json.beginObject().key("name").value(person.name);
        json.key("address").value(person.address).endObject();
    }
    json.endArray();
}

void writeText(Json::Writer &json, QByteArrayView name, const std::optional<QString> &text)
{
    json.key(name).value(text);
}

/// How the reader can leave the mailing list; null: the mail names no way.
void writeUnsubscribe(Json::Writer &json, const Mime::Unsubscribe &offered)
{
    json.key("unsubscribe");
    if (offered.isEmpty()) {
        json.null();
        return;
    }
    const auto write = [&json](const char *name, const QByteArray &address) {
        json.key(name);
        address.isEmpty() ? json.null() : json.value(address);
    };
    json.beginObject().key("oneClick").value(!offered.oneClick.isEmpty());
    write("url", offered.oneClick.isEmpty() ? offered.page : offered.oneClick);
    write("email", offered.email);
    json.endObject();
}

void writeMessage(Json::Writer &json, const Mime::Message &message)
{
    const Mime::Headers &headers = message.headers();
    writeText(json, "htmlBody", message.htmlBody());
    writeText(json, "textBody", message.textBody());
    writeAddresses(json, "cc", headers.addresses("Cc"));
    writeAddresses(json, "bcc", headers.addresses("Bcc"));
    writeAddresses(json, "replyTo", headers.addresses("Reply-To"));
    writePeople(json, "toFull", headers.addresses("To"));
    writePeople(json, "ccFull", headers.addresses("Cc"));
    json.key("headers").beginArray();
    for (const Mime::DecodedField &field : headers.decoded()) {
        json.beginObject().key("name").value(field.name);
        json.key("value").value(field.value).endObject();
    }
    json.endArray();
    writeUnsubscribe(json, Mime::unsubscribeOf(headers));
    json.key("truncated").value(message.isTruncated()).key("defects").beginArray();
    for (const QString &defect : Mime::names(message.defects()))
        json.value(defect);
    json.endArray();
}

// The fields of a mail whose message is not stored here.
void writeNoMessage(Json::Writer &json, const Store::MailRow &mail)
{
    json.key("htmlBody").null().key("textBody").null();
    json.key("cc").raw(mail.ccJson).key("bcc").beginArray().endArray();
    for (const char *name : { "replyTo", "toFull", "ccFull", "headers" })
        json.key(name).beginArray().endArray();
    json.key("unsubscribe").null();
    json.key("truncated").value(true).key("defects").beginArray().endArray();
}

void writeAttachments(Json::Writer &json, const QList<Store::Attachment> &attachments)
{
    json.beginArray();
    for (const Store::Attachment &attachment : attachments) {
        json.beginObject().key("id").value(attachment.id).key("mailId").value(attachment.mailId);
        json.key("filename").value(attachment.filename);
        json.key("contentType").value(attachment.contentType).key("size").value(attachment.size);
        json.key("contentId").value(attachment.contentId);
        json.key("isInline").value(attachment.isInline).endObject();
    }
    json.endArray();
}

void writeCounts(Json::Writer &json, const Store::AccountStats &counts)
{
    json.key("total").value(counts.total).key("unread").value(counts.unread);
    json.key("starred").value(counts.starred).key("withAttachment").value(counts.withAttachment);
    json.key("sent").value(counts.sent);
}

} // namespace

void writeMailFields(Json::Writer &json, const Store::MailRow &mail)
{
    json.key("id").value(mail.id).key("accountId").value(mail.accountId);
    json.key("accountName").value(mail.accountName).key("messageId").value(mail.messageId);
    json.key("from").value(mail.from).key("fromName").value(mail.fromName);
    json.key("to").raw(mail.toJson).key("toCount").value(mail.toCount);
    json.key("ccCount").value(mail.ccCount).key("subject").value(mail.subject);
    json.key("summary").value(mail.summary).key("isHtml").value(mail.isHtml);
    json.key("isRead").value(mail.isRead).key("isStarred").value(mail.isStarred);
    json.key("hasAttachment").value(mail.hasAttachment).key("folder").value(mail.folder);
    json.key("folderRole");
    mail.folderRole.isEmpty() ? json.null() : json.value(mail.folderRole);
    json.key("onServer").value(mail.isOnServer());
    json.key("bodyState").value(Events::bodyStateName(mail.bodyState));
    writeTime(json, "createdAt", mail.createdAt);
    writeTime(json, "storedAt", mail.storedAt);
    writeTime(json, "sentAt", mail.sentAt);
    json.key("size").value(mail.size);
    json.key("threadId").value(mail.threadId).key("threadSize").value(mail.threadSize);
}

static void writeItems(Json::Writer &json, const QList<Store::MailRow> &mails,
                       const QList<MailHighlight> &highlights = {})
{
    json.reserve(750 * mails.size() + 80);
    json.key("items").beginArray();
    for (qsizetype i = 0; i < mails.size(); ++i) {
        json.beginObject();
        writeMailFields(json, mails[i]);
        if (i < highlights.size())
            writeHighlight(json, highlights[i]);
        json.endObject();
    }
    json.endArray();
}

Json::Bytes mailPageJson(const Store::MailPage &page, qint64 number, int size,
                         const QList<MailHighlight> &highlights)
{
    Json::Writer json;
    json.beginObject();
    writeItems(json, page.items, highlights);
    json.key("total").value(page.total).key("page").value(number);
    return json.key("pageSize").value(size).endObject().take();
}

Json::Bytes mailThreadJson(const Store::MailThread &thread)
{
    Json::Writer json;
    json.beginObject().key("threadId").value(thread.id);
    writeItems(json, thread.items);
    return json.key("total").value(thread.total).endObject().take();
}

Json::Bytes mailDetailJson(const Store::MailRow &mail, const QList<Store::Attachment> &attachments,
                           const Mime::Message *message)
{
    Json::Writer json;
    json.beginObject();
    writeMailFields(json, mail);
    message ? writeMessage(json, *message) : writeNoMessage(json, mail);
    json.key("attachments");
    writeAttachments(json, attachments);
    return json.endObject().take();
}

Json::Bytes attachmentsJson(const QList<Store::Attachment> &attachments)
{
    Json::Writer json;
    writeAttachments(json, attachments);
    return json.take();
}

Json::Bytes statsJson(const QList<Store::AccountStats> &accounts)
{
    Json::Writer json;
    Store::AccountStats sums;
    json.beginObject().key("items").beginArray();
    for (const Store::AccountStats &account : accounts) {
        json.beginObject().key("accountId").value(account.accountId);
        json.key("accountName").value(account.name).key("email").value(account.email);
        writeCounts(json, account);
        json.key("hidden").value(account.hidden).endObject();
        sums.total += account.total;
        sums.unread += account.unread;
        sums.starred += account.starred;
        sums.withAttachment += account.withAttachment;
        sums.sent += account.sent;
    }
    json.endArray();
    writeCounts(json, sums);
    return json.endObject().take();
}

} // namespace Api
