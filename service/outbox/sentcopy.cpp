// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/sentcopy.h"

#include "mime/headers.h"
#include "store/folders.h"
#include "store/mailinsert.h"
#include "store/outbox.h"
#include "sync/bodyparse.h"

using namespace Qt::StringLiterals;

namespace Outbox {

namespace {

QStringList addressesOf(const Mime::Headers &headers, QByteArrayView name)
{
    QStringList list;
    for (const Mime::Address &address : headers.addresses(name))
        list.append(address.address);
    return list;
}

} // namespace

SentCopy readSentCopy(const QByteArray &message, qint64 sentAt)
{
    Sync::ReadBody read = Sync::readBody(0, message);
    const Mime::Headers headers = Mime::Headers::parse(message);
    SentCopy copy;
    copy.body = std::move(read.body);
    copy.document = std::move(read.document);
    copy.mail.createdAt = sentAt;
    copy.mail.sentAt = headers.date();
    copy.mail.size = message.size();
    copy.mail.isRead = true;
    copy.mail.hasAttachment = copy.body.hasAttachment;
    copy.mail.isHtml = copy.body.isHtml;
    copy.mail.listing = Store::Listing::SentCopy;
    copy.mail.messageId = QString::fromUtf8(headers.messageId());
    copy.mail.from = headers.from().address;
    copy.mail.fromName = headers.from().name;
    copy.mail.to = addressesOf(headers, "To");
    copy.mail.cc = addressesOf(headers, "Cc");
    copy.mail.subject = headers.subject();
    copy.mail.summary = copy.body.summary;
    return copy;
}

Result<qint64> storeSentCopy(Store::Session &session, const Store::OutboxMail &mail,
                             const SentCopy &copy)
{
    const Result<qint64> known =
        Store::sentMailWithId(session, mail.accountId, mail.messageId, mail.createdAt - 86'400);
    if (!known || *known != 0)
        return known;
    const Result<Store::Folder> folder =
        Store::ensureFolder(session, mail.accountId, u"$sent"_s, "sent");
    if (!folder)
        return folder.error();
    const auto stored = Store::insertMails(session, *folder, { copy.mail });
    if (!stored)
        return stored.error();
    if (stored->isEmpty())
        return qint64(0);
    Store::ParsedBody body = copy.body;
    body.mailId = stored->first().id;
    const Result<QList<qint64>> kept = Store::storeBodies(session, { body });
    if (!kept)
        return kept.error();
    return body.mailId;
}

} // namespace Outbox
