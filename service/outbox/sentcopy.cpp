// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/sentcopy.h"

#include "mime/outline.h"
#include "mime/reader.h"
#include "parsing/bodyparse.h"
#include "parsing/listing.h"
#include "store/mail/folders.h"
#include "store/mail/mailinsert.h"
#include "store/queue/outbox.h"

#include <numeric>

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

/// Sets the sizes of attachments whose content was cut out. Returns how many bytes were cut out in all.
qint64 measureFiles(Store::ParsedBody &body, const Store::OutboxOutline &message)
{
    const Result<QList<Mime::Cut>> cuts = Mime::cutsFromText(message.cuts);
    if (!cuts || cuts->isEmpty())
        return 0;
    const Mime::Message outline = Mime::Reader::parse(message.raw);
    for (Store::Attachment &attachment : body.attachments) {
        const Mime::Part *part = outline.partAt(attachment.partPath);
        if (const auto there =
                part && part->isSection() ? Mime::cutOutAt(*cuts, part->bodyBegin) : std::nullopt)
            attachment.size = there->size;
    }
    return std::accumulate(cuts->begin(), cuts->end(), qint64(0),
                           [](qint64 sum, const Mime::Cut &cut) { return sum + cut.length; });
}

} // namespace

SentCopy readSentCopy(const Store::OutboxOutline &message, qint64 sentAt)
{
    Parsing::ReadBody read = Parsing::readBody(0, message.raw);
    const Mime::Headers headers = Mime::Headers::parse(message.raw);
    SentCopy copy;
    copy.body = std::move(read.body);
    copy.document = std::move(read.document);
    copy.mail.createdAt = sentAt;
    copy.mail.sentAt = headers.date();
    copy.body.cuts = message.cuts;
    copy.mail.size = message.raw.size() + measureFiles(copy.body, message);
    copy.mail.isRead = true;
    copy.mail.hasAttachment = copy.body.hasAttachment;
    copy.mail.isHtml = copy.body.isHtml;
    copy.mail.listing = Store::Listing::SentCopy;
    copy.mail.messageId = QString::fromUtf8(headers.messageId());
    copy.mail.from = headers.from().address;
    copy.mail.fromName = headers.from().name;
    copy.mail.to = addressesOf(headers, "To");
    copy.mail.cc = addressesOf(headers, "Cc");
    copy.mail.references = Parsing::referencesOf(headers);
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
    RETURN_IF_ERROR(folder);
    const auto stored = Store::insertMails(session, *folder, { copy.mail });
    RETURN_IF_ERROR(stored);
    if (stored->isEmpty())
        return qint64(0);
    Store::ParsedBody body = copy.body;
    body.mailId = stored->first().id;
    const Result<QList<qint64>> kept = Store::storeBodies(session, { body });
    RETURN_IF_ERROR(kept);
    if (!body.cuts.isEmpty()) {
        RETURN_IF_ERROR(Store::keepPieces(session, mail.id, body.mailId));
    }
    return body.mailId;
}

} // namespace Outbox
