// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/partheaders.h"

#include "mime/filenameparameter.h"
#include "mime/utf8.h"

namespace Mime {

namespace {

QByteArray withoutBrackets(Slice id)
{
    const qsizetype open = id.indexOf('<');
    const qsizetype close = id.indexOf('>', open + 1);
    if (open >= 0 && close > open)
        id = id.between(open + 1, close);
    return id.trimmed().toByteArray();
}

// Repairs `text`, `html`, `plain` alone and other broken types (RFC 2045 5.2: unreadable means
// text/plain).
QByteArray repairedType(const QByteArray &type, bool hasName, Defects &defects)
{
    const qsizetype slash = type.indexOf('/');
    if (slash > 0 && slash + 1 < type.size())
        return type;
    defects |= Defect::BadContentType;
    if (type == "html" || type == "text/html/")
        return "text/html";
    if (type.startsWith("multipart"))
        return "multipart/mixed";
    return hasName && !type.startsWith("text") ? "application/octet-stream" : "text/plain";
}

// RFC 2183 2.8 treats unknown dispositions as attachments. Here they count as none, because the
// text of a mail must not be hidden. A text with a file name is an attachment unless it is the root
// or the first part of its multipart (bodychoice.cpp).
Part::Disposition dispositionOf(const QByteArray &value)
{
    if (value.startsWith("attach"))
        return Part::Disposition::Attachment;
    return value == "inline" ? Part::Disposition::Inline : Part::Disposition::None;
}

// A file name in raw 8-bit bytes is decoded with the charset of the mail's other raw bytes.
QString fileName(const ParameterizedValue &value, QByteArrayView parameter, Slice field,
                 RawCharset &rawCharset)
{
    return bareFileName(value.text(parameter, isUtf8(field) ? QByteArray() : rawCharset.get()));
}

void readContentType(const Headers &headers, bool isInDigest, RawCharset &rawCharset, Part &part,
                     Defects &defects)
{
    const Slice field = headers.raw("Content-Type");
    if (field.isEmpty()) {
        part.contentType = isInDigest ? "message/rfc822" : "text/plain";
        return;
    }
    const ParameterizedValue type(field);
    if (part.filename.isEmpty())
        part.filename = fileName(type, "name", field, rawCharset);
    part.contentType = repairedType(type.value(), !part.filename.isEmpty(), defects);
    part.charset = type.parameter("charset");
    if (part.contentType == "multipart/related")
        part.relatedStart = withoutBrackets(type.parameter("start"));
    if (part.contentType == "text/plain") {
        part.isFlowed = Slice(type.parameter("format")).isIgnoringCase("flowed");
        part.isDelSp = part.isFlowed && Slice(type.parameter("delsp")).isIgnoringCase("yes");
    }
}

} // namespace

const QByteArray &RawCharset::get()
{
    if (!m_charset)
        m_charset = m_mail.rawCharset();
    return *m_charset;
}

Part readPart(const Headers &headers, bool isInDigest, RawCharset &rawCharset, Defects &defects)
{
    Part part;
    if (const Slice field = headers.raw("Content-Disposition"); !field.isEmpty()) {
        const ParameterizedValue disposition(field);
        part.disposition = dispositionOf(disposition.value());
        part.filename = fileName(disposition, "filename", field, rawCharset);
    }
    readContentType(headers, isInDigest, rawCharset, part, defects);
    const std::optional<Encoding> encoding =
        encodingNamed(headers.raw("Content-Transfer-Encoding"));
    if (!encoding)
        defects |= Defect::UnknownEncoding;
    part.encoding = encoding.value_or(Encoding::Identity);
    part.contentId = withoutBrackets(headers.raw("Content-ID"));
    return part;
}

} // namespace Mime
