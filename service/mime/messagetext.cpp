// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of a Message and its text to search.
#include "mime/charset.h"
#include "mime/flowed.h"
#include "mime/htmltext.h"
#include "mime/message.h"

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

bool isBlank(QStringView text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) { return c.isSpace(); });
}

// "This mail needs an HTML viewer": a text that is less than half as long as the text of the HTML.
constexpr qsizetype stubFactor = 2;

// Removes a UTF-8 character that the cut made incomplete, because with it the text is not valid UTF-8.
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
        const QString text = shown(part, decodedText(part, bytes));
        if (!all.isEmpty() && !text.isEmpty() && !all.endsWith(u'\n'))
            all.append(u'\n');
        all.append(text);
    }
    return all;
}

// The parts that only the HTML view shows.
QList<int> Message::htmlBesideText() const
{
    QList<int> parts = m_htmlBody;
    parts.removeIf([this](int index) { return m_textBody.contains(index); });
    return parts;
}

QString Message::searchText() const
{
    QString text = searchTextOf(m_textBody, m_limits.searchBytes);
    const QList<int> others = htmlBesideText();
    const qsizetype room = m_limits.searchBytes - text.size();
    if (!others.isEmpty() && room > 0) {
        const QString html = searchTextOf(others, room);
        if (text.size() * stubFactor < html.size())
            text.append(html);
    }
    return limitedToUtf8(std::move(text), m_limits.searchBytes);
}

QString Message::searchTextOf(const QList<int> &parts, qsizetype maxUnits) const
{
    QString text;
    for (const int index : parts) {
        const Part &part = m_parts.at(index);
        const qsizetype room = maxUnits - text.size();
        if (room <= 0)
            break;
        // HTML is decoded up to the limit, because most of it may be markup.
        const qsizetype bytes = part.isHtml() ? m_limits.textBytes : room;
        const QString decoded = decodedText(part, textBytes(part, bytes));
        const QString shown = part.isHtml() ? htmlToText(decoded, room) : decoded;
        if (isBlank(shown))
            continue;
        text.append(shown);
        if (!text.endsWith(u'\n'))
            text.append(u'\n');
    }
    return text;
}

QByteArray Message::textBytes(const Part &part, qsizetype maxBytes) const
{
    QByteArray bytes = bytesWithoutFiles(part, maxBytes);
    if (bytes.size() == maxBytes)
        dropCutCharacter(bytes);
    return bytes;
}

// A text without the files inside it (uuencoded or yEnc).
QByteArray Message::bytesWithoutFiles(const Part &part, qsizetype maxBytes) const
{
    const auto index = static_cast<int>(&part - m_parts.constData());
    if (part.subtreeEnd <= index + 1)
        return decodedContent(part, maxBytes);
    const Slice raw(bytesOf(part));
    QByteArray text;
    qsizetype begin = part.bodyBegin;
    for (int i = index + 1; i < part.subtreeEnd; ++i) {
        text.append(raw.between(begin, m_parts.at(i).headerBegin).view());
        const qsizetype lineEnd = raw.indexOf('\n', m_parts.at(i).bodyEnd); // of `end` or `=yend`
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
