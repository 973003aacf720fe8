// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/draftinput.h"

#include "common/shortened.h"
#include "common/timestamp.h"
#include "mime/summary.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

void writeTexts(Json::Writer &json, QByteArrayView name, const QStringList &texts)
{
    json.key(name).beginArray();
    for (const QString &text : texts)
        json.value(text);
    json.endArray();
}

/// Writes the fields that interface.md does not have, with their names in the API.
void writeExtras(Json::Writer &json, const MailInput &mail)
{
    writeTexts(json, "replyTo", mail.replyTo);
    json.key("replyToMailId").value(mail.replyToMailId);
    json.key("forwardAttachmentIds").beginArray();
    for (const qint64 id : mail.forwardAttachmentIds)
        json.value(id);
    json.endArray().key("inline").beginArray();
    for (const InlineFile &file : mail.inlines) {
        json.beginObject().key("cid").value(file.cid);
        json.key("attachment").value(file.attachment).endObject();
    }
    json.endArray();
}

/// The mail as lists show it. Each list in a draft may have 100 entries of 2,000 characters.
MailInput shortOf(MailInput mail)
{
    const auto shorten = [](QStringList &texts) {
        texts = texts.first(std::min(texts.size(), Text::mostAddresses));
        for (QString &text : texts)
            text = Text::shortened(text, Text::mostAddress);
    };
    for (QStringList *texts : { &mail.to, &mail.cc, &mail.bcc, &mail.replyTo, &mail.attachments })
        shorten(*texts);
    mail.inlines = mail.inlines.first(std::min(mail.inlines.size(), Text::mostAddresses));
    for (InlineFile &file : mail.inlines)
        file.attachment = Text::shortened(file.attachment, Text::mostAddress);
    return mail;
}

void readExtras(const QByteArray &json, MailInput &mail)
{
    const QJsonObject extras = QJsonDocument::fromJson(json).object();
    for (const QJsonValue &address : extras.value("replyTo"_L1).toArray())
        mail.replyTo.append(address.toString());
    if (const QJsonValue id = extras.value("replyToMailId"_L1); id.isDouble())
        mail.replyToMailId = id.toInteger();
    for (const QJsonValue &id : extras.value("forwardAttachmentIds"_L1).toArray())
        mail.forwardAttachmentIds.append(id.toInteger());
    for (const QJsonValue &value : extras.value("inline"_L1).toArray()) {
        const QJsonObject file = value.toObject();
        mail.inlines.append(
            { file.value("cid"_L1).toString(), file.value("attachment"_L1).toString() });
    }
}

Json::Bytes draftJson(const Store::Draft &draft)
{
    Json::Writer json;
    writeDraft(json, draft, true);
    return json.take();
}

} // namespace

Store::Draft draftOf(const MailInput &mail)
{
    Store::Draft draft;
    draft.accountId = mail.accountId;
    draft.to = mail.to;
    draft.cc = mail.cc;
    draft.bcc = mail.bcc;
    draft.subject = mail.subject;
    draft.body = mail.body;
    draft.attachments = mail.attachments;
    Json::Writer json;
    json.beginObject();
    writeExtras(json, mail);
    draft.extras = json.endObject().take();
    draft.summary = Mime::summaryOfHtml(mail.body);
    return draft;
}

MailInput mailInputOf(const Store::Draft &draft)
{
    MailInput mail;
    mail.accountId = draft.accountId;
    mail.to = draft.to;
    mail.cc = draft.cc;
    mail.bcc = draft.bcc;
    mail.subject = draft.subject;
    mail.body = draft.body;
    mail.attachments = draft.attachments;
    readExtras(draft.extras, mail);
    return mail;
}

void writeDraft(Json::Writer &json, const Store::Draft &draft, bool withBody)
{
    json.beginObject().key("id").value(draft.id).key("accountId").value(draft.accountId);
    json.key("accountName").value(draft.accountName);
    const MailInput whole = mailInputOf(draft);
    const MailInput mail = withBody ? whole : shortOf(whole);
    writeTexts(json, "to", mail.to);
    writeTexts(json, "cc", mail.cc);
    writeTexts(json, "bcc", mail.bcc);
    json.key("toCount").value(whole.to.size()).key("ccCount").value(whole.cc.size());
    json.key("bccCount").value(whole.bcc.size()).key("subject").value(mail.subject);
    if (withBody)
        json.key("body").value(mail.body);
    writeTexts(json, "attachments", mail.attachments);
    writeExtras(json, mail);
    json.key("summary").value(draft.summary).key("version").value(draft.version);
    json.key("createdAt").value(Timestamp::toIso(draft.createdAt));
    json.key("updatedAt").value(Timestamp::toIso(draft.updatedAt)).endObject();
}

QByteArray draftTag(const Store::Draft &draft)
{
    return '"' + QByteArray::number(draft.version) + '"';
}

std::optional<Http::Response> versionConflict(const Http::Request &request,
                                              const Store::Draft &current)
{
    const QByteArray wanted = request.header("if-match").trimmed(); // RFC 9110 13.1.1
    if (wanted.isEmpty() || wanted == "*")
        return {};
    for (const QByteArray &tag : wanted.split(',')) {
        if (tag.trimmed() == draftTag(current))
            return {};
    }
    ApiFailure failure{ .error = ApiError::DraftConflict };
    return Http::Response::failed(failure, draftJson(current));
}

} // namespace Api
