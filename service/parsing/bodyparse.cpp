// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsing/bodyparse.h"

#include "mime/reader.h"
#include "parsing/listing.h"

namespace Parsing {

namespace {

QString addressesIn(const Mime::Headers &headers, QByteArrayView field)
{
    QString text;
    for (const Mime::Address &address : headers.addresses(field))
        text += address.name + u' ' + address.address + u'\n';
    return text;
}

Store::MailHeader headerOf(const Mime::Headers &headers)
{
    const Mime::Address from = headers.from();
    return { from.address, from.name, Store::jsonOf(addressesOf(headers, "To")),
             Store::jsonOf(addressesOf(headers, "Cc")), headers.subject() };
}

QString filenamesOf(const Mime::Message &message)
{
    QString text;
    for (const Mime::Attachment &attachment : message.attachments())
        text += attachment.filename + u'\n';
    return text;
}

Store::SearchFields searchFieldsOf(const Mime::Message &message)
{
    const Mime::Headers &headers = message.headers();
    const Mime::Address from = headers.from();
    return { .sender = from.name + u' ' + from.address,
             .subject = headers.subject(),
             .body = message.searchText(),
             .to = addressesIn(headers, "to"),
             .cc = addressesIn(headers, "cc"),
             .bcc = addressesIn(headers, "bcc"),
             .filenames = filenamesOf(message) };
}

} // namespace

Store::SearchFields searchFields(const QByteArray &raw)
{
    return searchFieldsOf(Mime::Reader::parse(raw));
}

ReadBody readBody(quint32 uid, const QByteArray &raw)
{
    const Mime::Message message = Mime::Reader::parse(raw);
    ReadBody read;
    read.uid = uid;
    read.body.compressed = Store::compressBody(raw);
    read.body.rawSize = raw.size();
    read.body.summary = message.summary();
    read.body.isHtml = message.isHtml();
    read.body.hasAttachment = message.hasAttachment();
    read.body.header = headerOf(message.headers());
    for (const Mime::Attachment &found : message.attachments()) {
        Store::Attachment attachment;
        attachment.partPath = found.partPath;
        attachment.filename = found.filename;
        attachment.contentType = found.contentType;
        attachment.size = found.size;
        attachment.contentId = found.contentId;
        attachment.isInline = found.isInline;
        read.body.attachments.append(attachment);
    }
    read.document = Store::searchDocument(searchFieldsOf(message));
    return read;
}

} // namespace Parsing
