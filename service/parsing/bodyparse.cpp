// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsing/bodyparse.h"

#include "mime/reader.h"
#include "parsing/listing.h"

namespace Parsing {

namespace {

/** Header fields that the list row and the index have both: each is decoded once. */
struct CommonFields {
    explicit CommonFields(const Mime::Headers &headers)
        : from(headers.from()), to(headers.addresses("to")), cc(headers.addresses("cc")),
          subject(headers.subject())
    {
    }

    Mime::Address from;
    QList<Mime::Address> to;
    QList<Mime::Address> cc;
    QString subject;
};

QString searchTextOf(const QList<Mime::Address> &addresses)
{
    QString text;
    for (const Mime::Address &address : addresses)
        text += address.name + u' ' + address.address + u'\n';
    return text;
}

Store::MailHeader headerOf(const CommonFields &fields)
{
    return { fields.from.address, fields.from.name, Store::jsonOf(addressesOf(fields.to)),
             Store::jsonOf(addressesOf(fields.cc)), fields.subject };
}

QString filenamesOf(const Mime::Message &message)
{
    QString text;
    for (const Mime::Attachment &attachment : message.attachments())
        text += attachment.filename + u'\n';
    return text;
}

Store::SearchFields searchFieldsOf(const Mime::Message &message, const CommonFields &fields)
{
    return { .sender = fields.from.name + u' ' + fields.from.address,
             .subject = fields.subject,
             .body = message.searchText(),
             .to = searchTextOf(fields.to),
             .cc = searchTextOf(fields.cc),
             .bcc = searchTextOf(message.headers().addresses("bcc")),
             .filenames = filenamesOf(message) };
}

} // namespace

Store::SearchFields searchFields(const QByteArray &raw)
{
    const Mime::Message message = Mime::Reader::parse(raw);
    return searchFieldsOf(message, CommonFields(message.headers()));
}

ReadBody readBody(quint32 uid, const QByteArray &raw)
{
    const Mime::Message message = Mime::Reader::parse(raw);
    const CommonFields fields(message.headers());
    ReadBody read;
    read.uid = uid;
    read.body.compressed = Store::compressBody(raw);
    read.body.rawSize = raw.size();
    read.body.summary = message.summary();
    read.body.isHtml = message.isHtml();
    read.body.hasAttachment = message.hasAttachment();
    read.body.header = headerOf(fields);
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
    read.document = Store::searchDocument(searchFieldsOf(message, fields));
    return read;
}

} // namespace Parsing
