// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/mime/gmimereader.h"

#include "mime/flowed.h"
#include "mime/summary.h"

#include <gmime/gmime.h>
#include <memory>

namespace {

struct Unref {
    void operator()(void *object) const { g_object_unref(object); }
};
template<typename T>
using Owned = std::unique_ptr<T, Unref>;

QString text(const char *utf8)
{
    return QString::fromUtf8(utf8 ? utf8 : "");
}

Owned<GMimeMessage> parse(const QByteArray &raw)
{
    const Owned<GMimeStream> stream(
        g_mime_stream_mem_new_with_buffer(raw.constData(), static_cast<size_t>(raw.size())));
    const Owned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
    return Owned<GMimeMessage>(g_mime_parser_construct_message(parser.get(), nullptr));
}

void appendAddresses(InternetAddressList *list, QList<Mime::Address> &all)
{
    const int count = list ? internet_address_list_length(list) : 0;
    for (int i = 0; i < count; ++i) {
        InternetAddress *address = internet_address_list_get_address(list, i);
        if (INTERNET_ADDRESS_IS_GROUP(address)) {
            auto *group = INTERNET_ADDRESS_GROUP(address);
            appendAddresses(internet_address_group_get_members(group), all);
            continue;
        }
        const char *spec = internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(address));
        all.append({ text(internet_address_get_name(address)), text(spec) });
    }
}

QList<Mime::Address> addresses(GMimeMessage *message, GMimeAddressType type)
{
    QList<Mime::Address> all;
    appendAddresses(g_mime_message_get_addresses(message, type), all);
    return all;
}

QByteArray contentOf(GMimePart *part)
{
    GMimeDataWrapper *wrapper = g_mime_part_get_content(part);
    if (!wrapper)
        return {};
    const Owned<GMimeStream> stream(g_mime_stream_mem_new());
    g_mime_data_wrapper_write_to_stream(wrapper, stream.get());
    const GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream.get()));
    return QByteArray(reinterpret_cast<const char *>(bytes->data), bytes->len);
}

QString textOf(GMimeTextPart *part)
{
    char *utf8 = g_mime_text_part_get_text(part);
    QString found = text(utf8);
    g_free(utf8);
    return found;
}

QByteArray typeOf(GMimeObject *object)
{
    GMimeContentType *type = g_mime_object_get_content_type(object);
    char *name = type ? g_mime_content_type_get_mime_type(type) : nullptr;
    const QByteArray found = QByteArray(name).toLower();
    g_free(name);
    return found;
}

ReadLeaf leafOf(GMimePart *part)
{
    ReadLeaf leaf;
    leaf.type = typeOf(GMIME_OBJECT(part));
    leaf.filename = text(g_mime_part_get_filename(part));
    leaf.contentId = QByteArray(g_mime_part_get_content_id(part));
    if (GMIME_IS_TEXT_PART(part))
        leaf.text = Mime::withPlainLineEnds(textOf(GMIME_TEXT_PART(part)));
    else
        leaf.content = contentOf(part);
    return leaf;
}

/// Calls `visit` with each leaf, in order. Recursive: only for mails that we made.
template<typename Visit>
void walk(GMimeObject *object, const Visit &visit)
{
    if (!object)
        return;
    if (GMIME_IS_MULTIPART(object)) {
        auto *multipart = GMIME_MULTIPART(object);
        for (int i = 0; i < g_mime_multipart_get_count(multipart); ++i)
            walk(g_mime_multipart_get_part(multipart, i), visit);
    } else if (GMIME_IS_MESSAGE_PART(object)) {
        GMimeMessage *inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
        walk(inner ? g_mime_message_get_mime_part(inner) : nullptr, visit);
    } else if (GMIME_IS_PART(object)) {
        visit(GMIME_PART(object));
    }
}

} // namespace

GmimeReader::GmimeReader()
{
    // GMime reads bytes in an unknown charset in that of the environment: without this, its results depend on LANG.
    qputenv("LC_ALL", "C.UTF-8");
    g_mime_init(); // for the whole process: GMime cannot be started twice
}

QString GmimeReader::version() const
{
    return QStringLiteral("%1.%2.%3")
        .arg(gmime_major_version)
        .arg(gmime_minor_version)
        .arg(gmime_micro_version);
}

ReadMail GmimeReader::read(const QByteArray &raw) const
{
    ReadMail mail;
    const Owned<GMimeMessage> message = parse(raw);
    if (!message)
        return mail;
    mail.subject = text(g_mime_message_get_subject(message.get()));
    mail.from = addresses(message.get(), GMIME_ADDRESS_TYPE_FROM);
    mail.to = addresses(message.get(), GMIME_ADDRESS_TYPE_TO);
    mail.cc = addresses(message.get(), GMIME_ADDRESS_TYPE_CC);
    mail.replyTo = addresses(message.get(), GMIME_ADDRESS_TYPE_REPLY_TO);
    if (GDateTime *date = g_mime_message_get_date(message.get()))
        mail.date = g_date_time_to_unix(date);
    mail.messageId = text(g_mime_message_get_message_id(message.get()));
    walk(g_mime_message_get_mime_part(message.get()),
         [&](GMimePart *part) { mail.leaves.append(leafOf(part)); });
    return mail;
}

qsizetype GmimeReader::skim(const QByteArray &raw) const
{
    const Owned<GMimeMessage> message = parse(raw);
    if (!message)
        return 0;
    qsizetype characters = text(g_mime_message_get_subject(message.get())).size();
    for (const GMimeAddressType type : { GMIME_ADDRESS_TYPE_FROM, GMIME_ADDRESS_TYPE_TO })
        characters += addresses(message.get(), type).size();
    characters += g_mime_message_get_date(message.get()) ? 1 : 0;
    QString summary;
    walk(g_mime_message_get_mime_part(message.get()), [&](GMimePart *part) {
        if (!GMIME_IS_TEXT_PART(part))
            return;
        const QString body = textOf(GMIME_TEXT_PART(part));
        characters += body.size();
        if (summary.isEmpty())
            summary = typeOf(GMIME_OBJECT(part)) == "text/html" ? Mime::summaryOfHtml(body)
                                                                : Mime::summaryOfText(body);
    });
    return characters + summary.size();
}
