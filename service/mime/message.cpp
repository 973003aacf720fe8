// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/message.h"

namespace Mime {

bool Message::hasAttachment() const
{
    return std::any_of(m_attachments.begin(), m_attachments.end(),
                       [](const Attachment &attachment) { return !attachment.isInline; });
}

bool Message::isTruncated() const
{
    return m_defects
        & (Defects(Defect::TooManyHeaders) | Defect::HeaderTooLong | Defect::TooManyParts
           | Defect::TooDeep | Defect::TextCut);
}

const Part *Message::partAt(QByteArrayView path) const
{
    const auto found = std::find_if(m_parts.begin(), m_parts.end(),
                                    [&](const Part &part) { return part.path == path; });
    return found == m_parts.end() ? nullptr : &*found;
}

Headers Message::partHeaders(const Part &part) const
{
    if (part.kind == Part::Kind::InText)
        return {};
    const bool isWhole = part.parent < 0 || m_parts.at(part.parent).kind == Part::Kind::Signed;
    return Headers::parse(bytesOf(part), part.headerBegin, part.bodyBegin, m_limits, isWhole);
}

const QByteArray &Message::bytesOf(const Part &part) const
{
    return part.source == 0 ? m_raw : m_signedContents.at(part.source - 1);
}

QByteArrayView Message::rawContent(const Part &part) const
{
    return Slice(bytesOf(part)).between(part.bodyBegin, part.bodyEnd).view();
}

QByteArray Message::decodedContent(const Part &part, qsizetype maxBytes) const
{
    return decodeTransfer(rawContent(part), part.encoding, maxBytes);
}

} // namespace Mime
