// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/message.h"

#include "mime/charset.h"
#include "mime/flowed.h"
#include "mime/htmltext.h"
#include "mime/summary.h"

namespace Mime {

namespace {

QString shownAsText(const Part &part, const QString &text)
{
    return part.isHtml() ? htmlToText(text) : text;
}

QString shownAsHtml(const Part &part, const QString &text)
{
    if (part.isHtml())
        return text;
    return QLatin1StringView("<div style=\"white-space:pre-wrap\">") + text.toHtmlEscaped()
        + QLatin1StringView("</div>\n");
}

bool isBlank(const QString &text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.isSpace(); });
}

// The longest beginning with at most `bytes` bytes of UTF-8.
QString limitedToUtf8(QString text, qsizetype bytes)
{
    if (text.size() * 3 <= bytes)
        return text;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        bytes -= c.unicode() < 0x80 ? 1 : c.unicode() < 0x800 || c.isSurrogate() ? 2 : 3;
        if (bytes < 0) {
            text.truncate(c.isLowSurrogate() ? i - 1 : i);
            break;
        }
    }
    return text;
}

// A cut may halve a UTF-8 character, and half a character makes the whole no UTF-8.
void dropCutCharacter(QByteArray &bytes)
{
    for (qsizetype back = 1; back <= std::min<qsizetype>(3, bytes.size()); ++back) {
        const auto byte = static_cast<quint8>(bytes.at(bytes.size() - back));
        if (byte < 0x80)
            return;
        if (byte >= 0xc0)
            return bytes.chop(back);
    }
}

} // namespace

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

std::optional<QString> Message::textBody() const
{
    if (m_textParts.isEmpty())
        return std::nullopt;
    return joined(m_textBody, shownAsText);
}

std::optional<QString> Message::htmlBody() const
{
    if (m_htmlParts.isEmpty())
        return std::nullopt;
    return joined(m_htmlBody, shownAsHtml);
}

QString Message::joined(const QList<int> &parts,
                        QString (*shown)(const Part &, const QString &)) const
{
    QString all;
    qsizetype room = m_limits.textBytes;
    for (const int index : parts) {
        const Part &part = m_parts.at(index);
        const QByteArray bytes = textBytes(part, room);
        room -= bytes.size();
        QString text = shown(part, decodedText(part, bytes));
        if (all.isEmpty()) {
            all = std::move(text);
            continue;
        }
        if (!all.endsWith(u'\n'))
            all.append(u'\n');
        all.append(text);
    }
    return all;
}

QString Message::summary() const
{
    const QString ofText = summaryOf(m_textParts);
    return ofText.isEmpty() ? summaryOf(m_htmlParts) : ofText;
}

QString Message::summaryOf(const QList<int> &parts) const
{
    for (const int index : parts) {
        QString summary = summaryOfPart(m_parts.at(index));
        if (!summary.isEmpty())
            return summary;
    }
    return {};
}

// Decodes a beginning, four times as much where that shows too little: newsletters start with long
// style sheets. All rounds together cost a third more than the last.
QString Message::summaryOfPart(const Part &part) const
{
    constexpr qsizetype uncertain = 64; // units at the cut that may be half of something
    for (qsizetype room = 4096;; room *= 4) {
        const qsizetype most = std::min(room, m_limits.textBytes);
        const QByteArray bytes = textBytes(part, most);
        const bool isWhole = bytes.size() + 3 < most; // a cut takes up to 3 more bytes
        QString text = decodedText(part, bytes);
        if (!isWhole)
            text.chop(uncertain);
        const Summary summary = part.isHtml() ? summarizeHtml(text) : summarize(text);
        if (isWhole || summary.isCut || room >= m_limits.textBytes)
            return summary.text;
    }
}

QString Message::searchText() const
{
    QString text;
    for (const int index : m_textParts) {
        const Part &part = m_parts.at(index);
        const qsizetype room = m_limits.searchBytes - text.size();
        if (room > 0)
            text.append(decodedText(part, textBytes(part, room))).append(u'\n');
    }
    for (const int index : isBlank(text) ? m_htmlParts : QList<int>()) {
        const Part &part = m_parts.at(index);
        const qsizetype room = m_limits.searchBytes - text.size();
        if (room > 0)
            text.append(htmlToText(decodedText(part, textBytes(part, m_limits.textBytes)), room));
    }
    return limitedToUtf8(std::move(text), m_limits.searchBytes);
}

const Part *Message::partAt(QByteArrayView path) const
{
    const auto found = std::find_if(m_parts.begin(), m_parts.end(),
                                    [&](const Part &part) { return part.path == path; });
    return found == m_parts.end() ? nullptr : &*found;
}

Headers Message::partHeaders(const Part &part) const
{
    if (part.kind == Part::Kind::Uuencoded)
        return {};
    return Headers::parse(m_raw, part.headerBegin, part.bodyBegin, m_limits, part.parent < 0);
}

QByteArrayView Message::rawContent(const Part &part) const
{
    return Slice(m_raw).between(part.bodyBegin, part.bodyEnd).view();
}

QByteArray Message::decodedContent(const Part &part, qsizetype maxBytes) const
{
    return decodeTransfer(rawContent(part), part.encoding, maxBytes);
}

QByteArray Message::textBytes(const Part &part, qsizetype maxBytes) const
{
    QByteArray bytes = bytesWithoutFiles(part, maxBytes);
    if (bytes.size() == maxBytes)
        dropCutCharacter(bytes);
    return bytes;
}

// A text without the uuencoded files inside it.
QByteArray Message::bytesWithoutFiles(const Part &part, qsizetype maxBytes) const
{
    const auto index = static_cast<int>(&part - m_parts.constData());
    if (part.subtreeEnd <= index + 1)
        return decodedContent(part, maxBytes);
    const Slice raw(m_raw);
    QByteArray text;
    qsizetype begin = part.bodyBegin;
    for (int i = index + 1; i < part.subtreeEnd; ++i) {
        text.append(raw.between(begin, m_parts.at(i).headerBegin).view());
        const qsizetype lineEnd = raw.indexOf('\n', m_parts.at(i).bodyEnd); // of its `end` line
        begin = lineEnd < 0 ? part.bodyEnd : lineEnd + 1;
    }
    text.append(raw.between(begin, part.bodyEnd).view());
    text.truncate(std::min(text.size(), maxBytes));
    return text;
}

QString Message::decodedText(const Part &part, const QByteArray &bytes) const
{
    if (part.isHtml())
        return decodeHtmlCharset(Slice(bytes), part.charset);
    QString text = withPlainLineEnds(decodeCharset(Slice(bytes), part.charset));
    return part.isFlowed ? unflowed(text, part.isDelSp) : text;
}

} // namespace Mime
