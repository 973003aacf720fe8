// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/transfer.h"

#include "mime/uuencode.h"
#include "mime/yenc.h"

#include <cctype>

namespace Mime {

namespace {
// `base64;`, `"base64"`, `quoted-printable (comment)`
Slice token(Slice value)
{
    value = value.trimmed();
    while (value[0] == '"' || value[0] == '\'')
        value = value.from(1);
    qsizetype end = 0;
    while (end < value.size()
           && (std::isalnum(static_cast<unsigned char>(value[end])) || value[end] == '-'
               || value[end] == '_'))
        ++end;
    return value.first(end);
}
} // namespace

std::optional<Encoding> encodingNamed(Slice value)
{
    const Slice name = token(value);
    if (name.isEmpty() || name.isIgnoringCase("7bit") || name.isIgnoringCase("8bit")
        || name.isIgnoringCase("binary") || name.isIgnoringCase("7-bit")
        || name.isIgnoringCase("8-bit"))
        return Encoding::Identity;
    if (name.isIgnoringCase("base64") || name.isIgnoringCase("base-64"))
        return Encoding::Base64;
    if (name.isIgnoringCase("quoted-printable") || name.isIgnoringCase("quotedprintable"))
        return Encoding::QuotedPrintable;
    if (name.isIgnoringCase("x-uuencode") || name.isIgnoringCase("uuencode")
        || name.isIgnoringCase("x-uue") || name.isIgnoringCase("uue"))
        return Encoding::Uuencode;
    return std::nullopt;
}

QByteArray decodeTransfer(Slice bytes, Encoding encoding, qsizetype maxBytes)
{
    switch (encoding) {
    case Encoding::Base64:
        return decodeBase64(bytes, maxBytes);
    case Encoding::QuotedPrintable:
        return decodeQuotedPrintable(bytes, maxBytes);
    case Encoding::Uuencode:
        if (const std::optional<UuBlock> block = findUuBlock(bytes, 0))
            return decodeUuencode(bytes.between(block->dataBegin, block->dataEnd), maxBytes);
        return decodeUuencode(bytes, maxBytes);
    case Encoding::Yenc:
        return decodeYenc(bytes, maxBytes);
    case Encoding::Identity:
        break;
    }
    return bytes.first(maxBytes).toByteArray();
}

qsizetype decodedSize(Slice bytes, Encoding encoding)
{
    if (encoding == Encoding::Identity)
        return bytes.size();
    if (encoding == Encoding::Base64)
        return decodedBase64Size(bytes);
    if (encoding == Encoding::QuotedPrintable)
        return decodedQuotedPrintableSize(bytes);
    if (encoding == Encoding::Yenc)
        return decodedYencSize(bytes);
    return decodeTransfer(bytes, encoding).size();
}

} // namespace Mime
