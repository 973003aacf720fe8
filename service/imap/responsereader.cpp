// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/responsereader.h"

#include <algorithm>
#include <cstring>

namespace Imap {

using namespace Qt::StringLiterals;

bool isFetch(const QByteArray &text)
{
    return text.startsWith("* ") && text.left(40).toUpper().contains(" FETCH ");
}

qsizetype ResponseReader::feed(QByteArrayView bytes)
{
    qsizetype taken = 0;
    while (taken < bytes.size() && !m_complete && !m_error && !m_isWaitingForRoom) {
        const QByteArrayView rest = bytes.sliced(taken);
        if (literalBytesMissing() == 0) {
            taken += feedLine(rest);
            continue;
        }
        if (m_isSkipping) {
            const qsizetype skipped = std::min(rest.size(), literalBytesMissing());
            filled(skipped);
            taken += skipped;
            continue;
        }
        const std::span<char> space = literalSpace();
        const qsizetype count = std::min(rest.size(), qsizetype(space.size()));
        std::memcpy(space.data(), rest.data(), std::size_t(count));
        filled(count);
        taken += count;
    }
    return taken;
}

qsizetype ResponseReader::feedLine(QByteArrayView bytes)
{
    const void *newline = std::memchr(bytes.data(), '\n', std::size_t(bytes.size()));
    const qsizetype count =
        newline ? static_cast<const char *>(newline) - bytes.data() + 1 : bytes.size();
    m_raw.text += bytes.first(count);
    m_raw.bytes += count;
    const bool isTooLong =
        m_raw.text.size() > m_limits.lineBytes && m_raw.text.size() > lineLimit();
    if (isTooLong && !makeRoom())
        fail(u"The server sent a line of more than %1 bytes."_s.arg(lineLimit()));
    else if (newline)
        endLine();
    return count;
}

// One mail with an endless structure must not end the session. So only the beginning of its line is kept,
// and the end, where a literal may be announced.
bool ResponseReader::makeRoom()
{
    constexpr qsizetype keptStart = 64;
    constexpr qsizetype keptEnd = 64;
    if (!isFetch(m_raw.text))
        return false;
    m_skipped += m_raw.text.size();
    m_raw.text = m_raw.text.first(keptStart) + m_raw.text.last(keptEnd);
    m_raw.isCut = true;
    m_lineStart = keptStart;
    return m_skipped <= m_limits.skipBytes;
}

void ResponseReader::endLine()
{
    // Bare LF is accepted: some gateways rewrite line ends.
    qsizetype end = m_raw.text.size() - 1;
    if (end > m_lineStart && m_raw.text.at(end - 1) == '\r')
        --end;
    if (end - 1 >= m_lineStart && m_raw.text.at(end - 1) == '}' && mayHoldLiterals()) {
        const qsizetype brace = m_raw.text.lastIndexOf('{', end - 1);
        if (brace >= m_lineStart)
            return beginLiteral(brace);
    }
    m_raw.text.truncate(end);
    m_complete = true;
}

/// The size in the braces. If it is not a number, error() is set and nothing is returned.
std::optional<qsizetype> ResponseReader::announcedSize(qsizetype brace)
{
    QByteArrayView digits = QByteArrayView(m_raw.text).sliced(brace + 1).chopped(1);
    if (digits.endsWith('+')) // LITERAL+: some servers send it, wrongly
        digits = digits.chopped(1);
    qsizetype size = 0;
    bool isSize = !digits.isEmpty();
    for (const char c : digits) {
        isSize = isSize && c >= '0' && c <= '9' && size <= m_limits.literalBytes;
        if (isSize)
            size = size * 10 + (c - '0');
    }
    if (isSize)
        return size;
    fail(u"The server sent a literal with an invalid size."_s);
    return std::nullopt;
}

void ResponseReader::beginLiteral(qsizetype brace)
{
    m_raw.text.truncate(m_raw.text.lastIndexOf('}') + 1);
    const std::optional<qsizetype> size = announcedSize(brace);
    if (!size)
        return;
    const bool ofMail = isFetch(m_raw.text);
    // A response may hold header fields and a body, so the limit of the sum is a little higher.
    const qsizetype limit = m_literalLimit + (ofMail ? m_limits.headerLiteralBytes : 0);
    const bool isTooLong = *size > m_literalLimit || m_literalTotal + *size > limit;
    const bool mayBeSkipped = ofMail && *size <= m_limits.literalBytes;
    if (isTooLong && !mayBeSkipped)
        return fail(u"The server announced a literal of more than %1 bytes."_s.arg(m_literalLimit));
    if (m_raw.literals.size() >= m_limits.tokens)
        return fail(u"The server sent too many literals."_s);
    m_literalSize = *size;
    m_literalFilled = 0;
    m_lineStart = m_raw.text.size();
    if (isTooLong || m_raw.isCut)
        return skipLiteral(*size);
    m_literalTotal += *size;
    m_raw.literals.append(QByteArray(""));
    m_isWaitingForRoom = *size > 0 && m_room && !m_room(*size);
}

// As with a line that is too long, only this mail is lost, not the session.
void ResponseReader::skipLiteral(qsizetype size)
{
    m_raw.isCut = true;
    m_raw.literals.clear();
    m_isSkipping = size > 0;
    m_skipped += size;
    if (m_skipped > m_limits.skipBytes)
        fail(u"The server sent a mail of more than %1 bytes."_s.arg(m_limits.skipBytes));
}

void ResponseReader::tryAgain()
{
    m_isWaitingForRoom = m_isWaitingForRoom && !m_room(m_literalSize);
}

std::span<char> ResponseReader::literalSpace()
{
    QByteArray &literal = m_raw.literals.last();
    if (m_literalFilled == literal.size())
        literal.resize(std::min(m_literalSize, literal.size() + m_limits.growBytes));
    return { literal.data() + m_literalFilled, std::size_t(literal.size() - m_literalFilled) };
}

void ResponseReader::filled(qsizetype bytes)
{
    m_raw.bytes += bytes;
    m_literalFilled += bytes;
    if (m_literalFilled == m_literalSize)
        endLiteral();
}

void ResponseReader::endLiteral()
{
    m_literalSize = m_literalFilled = 0;
    m_isSkipping = false;
}

RawResponse ResponseReader::take()
{
    m_complete = false;
    m_lineStart = 0;
    m_literalTotal = 0;
    m_skipped = 0;
    return std::exchange(m_raw, {});
}

void ResponseReader::drop()
{
    m_raw = {};
    m_isWaitingForRoom = false;
    endLiteral();
}

// The text of a status response may end in `{5}`, which is no literal.
bool ResponseReader::mayHoldLiterals() const
{
    const QByteArray start = m_raw.text.left(10).toUpper();
    for (const char *status : { "* OK", "* NO", "* BAD", "* BYE", "* PREAUTH" }) {
        if (start.startsWith(status))
            return false;
    }
    return start.startsWith('*');
}

qsizetype ResponseReader::lineLimit() const
{
    const QByteArray start = m_raw.text.left(40).toUpper();
    if (m_isSearching && (start.startsWith("* SEARCH") || start.startsWith("* ESEARCH")))
        return m_limits.searchLineBytes;
    return isFetch(m_raw.text) ? m_limits.fetchLineBytes : m_limits.lineBytes;
}

void ResponseReader::fail(const QString &message)
{
    m_error = Error{ Error::Code::Protocol, message };
}

} // namespace Imap
