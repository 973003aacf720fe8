// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailfiles/readmail.h"

#include "parsing/bodyparse.h"
#include "parsing/listing.h"

#include <QCryptographicHash>

namespace MailFiles {

namespace {

// The mail as a mail server would send it.
Imap::FetchedMessage messageOf(const SourceMail &source)
{
    Imap::FetchedMessage message;
    message.headerFields = source.raw;
    message.size = quint32(source.raw.size());
    message.internalDate = source.time;
    QList<QByteArray> flags;
    if (source.isRead)
        flags.append("\\Seen");
    if (source.isStarred)
        flags.append("\\Flagged");
    message.flags = flags;
    return message;
}

} // namespace

ReadMail readMail(const SourceMail &source, qint64 now)
{
    Parsing::ReadBody text = Parsing::readBody(0, source.raw);
    ReadMail read;
    read.mail = Parsing::newMail(messageOf(source), now);
    if (!source.time && !read.mail.sentAt && source.fileTime > 0)
        read.mail.createdAt = source.fileTime;
    read.mail.listing = Store::Listing::Kept;
    read.mail.hasAttachment = text.body.hasAttachment;
    read.mail.isHtml = text.body.isHtml;
    read.mail.summary = text.body.summary;
    read.body = std::move(text.body);
    read.document = std::move(text.document);
    read.raw = source.raw;
    read.hash = QCryptographicHash::hash(source.raw, QCryptographicHash::Sha256);
    return read;
}

} // namespace MailFiles
