// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsing/bodyparse.h"

#include "mime/reader.h"

namespace Parsing {

namespace {

Store::SearchFields searchFieldsOf(const Mime::Message &message)
{
    const Mime::Address from = message.headers().from();
    return { .sender = from.name + u' ' + from.address,
             .subject = message.headers().subject(),
             .body = message.searchText() };
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
