// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsing/listing.h"

#include "common/shortened.h"
#include "mime/headers.h"
#include "mime/parameters.h"
#include "mime/references.h"

#include <QDateTime>
#include <QLocale>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Parsing {

namespace {

bool isPlausible(qint64 sentAt, qint64 now)
{
    return sentAt >= 0 && sentAt <= now + 86400;
}

// Only for mails that are too large to be stored. For all others, readBody() reads the attachments.
QList<Store::Attachment> attachmentsOf(const Imap::BodyStructure &structure)
{
    QList<Store::Attachment> list;
    for (const Imap::BodyPart &part : structure.parts) {
        const QString name = Imap::fileName(part);
        const bool isText = part.type == "text" && part.disposition != "attachment";
        if (part.isMultipart() || (isText && name.isEmpty()))
            continue;
        Store::Attachment attachment;
        attachment.partPath = part.path;
        attachment.filename = name;
        attachment.contentType = part.type + '/' + part.subtype;
        attachment.contentId = part.id;
        attachment.isInline = part.disposition == "inline" && !part.id.isEmpty();
        list.append(attachment);
    }
    return list;
}

// Until the body is there. All indexes of lists contain the flag, so that correcting it for each mail with files would
// take a tenth of what a first sync writes.
bool probablyHasAttachment(const Mime::Headers &headers)
{
    const QByteArray type = Mime::ParameterizedValue(headers.raw("Content-Type")).value();
    static const QByteArrayList files = { "application/", "audio/", "image/", "video/" };
    return type == "multipart/mixed" || std::ranges::any_of(files, [&](const QByteArray &main) {
               return type.startsWith(main);
           });
}

} // namespace

QStringList referencesOf(const Mime::Headers &headers)
{
    QStringList ids;
    for (const QByteArray &id : Mime::references(headers))
        ids.append(Text::shortMessageId(QString::fromUtf8(id)));
    return ids;
}

Imap::FetchRequest listRequest(bool emailId)
{
    Imap::FetchRequest request;
    request.emailId = emailId;
    request.flags = true;
    request.internalDate = true;
    request.size = true;
    request.headerFields = { "FROM",       "TO",           "CC",         "SUBJECT",    "DATE",
                             "MESSAGE-ID", "CONTENT-TYPE", "REFERENCES", "IN-REPLY-TO" };
    return request;
}

Imap::FetchRequest structureRequest()
{
    Imap::FetchRequest request;
    request.bodyStructure = true;
    return request;
}

Imap::FetchRequest bodyRequest(const QList<Store::BodyWanted> &mails)
{
    Imap::FetchRequest request;
    request.sections = { { "", {} } };
    for (const Store::BodyWanted &mail : mails) {
        request.largestBytes = std::max(request.largestBytes, mail.size);
        request.allBytes += mail.size;
    }
    const bool isKnown =
        std::ranges::none_of(mails, [](const auto &mail) { return mail.size <= 0; });
    if (!isKnown)
        request.largestBytes = request.allBytes = 0;
    return request;
}

QByteArray wantedCriteria(const Store::Account &account, qint64 now)
{
    if (account.syncMode == "all")
        return {};
    if (account.syncMode != "recent")
        return "UNSEEN";
    const qint64 since = now - qint64(account.syncDays) * 86400;
    const QDate day = QDateTime::fromSecsSinceEpoch(since, Qt::UTC).date();
    return "SINCE " + QLocale::c().toString(day, u"d-MMM-yyyy"_s).toLatin1();
}

QStringList addressesOf(const QList<Mime::Address> &field)
{
    QStringList list;
    for (const Mime::Address &address : field) {
        if (!address.address.isEmpty())
            list.append(address.address);
    }
    return list;
}

quint8 serverFlags(const QList<QByteArray> &flags)
{
    quint8 bits = 0;
    for (const QByteArray &flag : flags) {
        if (flag.compare("\\Seen", Qt::CaseInsensitive) == 0)
            bits |= Store::ServerSeen;
        else if (flag.compare("\\Flagged", Qt::CaseInsensitive) == 0)
            bits |= Store::ServerFlagged;
        else if (flag.compare("\\Answered", Qt::CaseInsensitive) == 0)
            bits |= Store::ServerAnswered;
    }
    return bits;
}

Store::NewMail newMail(const Imap::FetchedMessage &message, qint64 now)
{
    const Mime::Headers headers = Mime::Headers::parse(message.headerFields);
    Store::NewMail mail;
    mail.uid = message.uid;
    mail.sentAt = headers.date();
    if (message.internalDate)
        mail.createdAt = *message.internalDate;
    else
        mail.createdAt = mail.sentAt && isPlausible(*mail.sentAt, now) ? *mail.sentAt : now;
    mail.size = message.size.value_or(0);
    const quint8 flags = serverFlags(message.flags.value_or(QList<QByteArray>()));
    mail.isRead = flags & Store::ServerSeen;
    mail.isStarred = flags & Store::ServerFlagged;
    mail.isReplied = flags & Store::ServerAnswered;
    mail.messageId = Text::shortMessageId(QString::fromUtf8(headers.messageId()));
    mail.emailId = QString::fromLatin1(message.emailId);
    const Mime::Address from = headers.from();
    mail.from = from.address;
    mail.fromName = from.name;
    mail.to = addressesOf(headers.addresses("To"));
    mail.cc = addressesOf(headers.addresses("Cc"));
    mail.references = referencesOf(headers);
    mail.subject = headers.subject();
    if (message.bodyStructure) {
        mail.isHtml = Imap::isHtml(*message.bodyStructure);
        mail.hasAttachment = Imap::hasAttachment(*message.bodyStructure);
        if (mail.size > maxBodyStored)
            mail.attachments = attachmentsOf(*message.bodyStructure);
    } else {
        mail.hasAttachment = probablyHasAttachment(headers);
    }
    return mail;
}

QList<Store::NewMail> newMails(const QList<Imap::FetchedMessage> &messages, qint64 now)
{
    QList<Store::NewMail> mails;
    QSet<quint32> seen;
    mails.reserve(messages.size());
    for (const Imap::FetchedMessage &message : messages) {
        // A response with flags alone reports a change of a mail; it has no data for a row.
        if (message.uid == 0 || message.headerFields.isNull() || seen.contains(message.uid))
            continue;
        seen.insert(message.uid);
        mails.append(newMail(message, now));
    }
    return mails;
}

} // namespace Parsing
