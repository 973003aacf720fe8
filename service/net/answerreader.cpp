// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/answerreader.h"

#include <QByteArrayList>

#include <algorithm>
#include <limits>
#include <optional>

namespace Net {

namespace {

constexpr int mostInterim = 16;
constexpr int mostFields = 500;
constexpr QByteArrayView version = "HTTP/1."; // RFC 9112 2.3
constexpr qsizetype statusAt = version.size() + 2;
constexpr qsizetype statusEnd = statusAt + 3;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

QByteArrayView withoutEnd(QByteArrayView line)
{
    return line.endsWith('\r') ? line.chopped(1) : line;
}

/// The elements of a comma separated list in all fields of this name (RFC 9110 5.6.1).
QByteArrayList elements(const HttpHeaders &headers, QByteArrayView lowerName)
{
    QByteArrayList found;
    for (const auto &[name, value] : headers) {
        if (name != lowerName)
            continue;
        for (const QByteArray &element : value.split(',')) {
            if (const QByteArray one = element.trimmed(); !one.isEmpty())
                found.append(one.toLower());
        }
    }
    return found;
}

/// RFC 9110 8.6. Nothing: not a number. A number beyond 64 bits becomes the largest one.
std::optional<qint64> lengthOf(const QByteArray &text)
{
    if (!std::ranges::all_of(text, isDigit))
        return std::nullopt;
    bool fits = false;
    const qint64 length = text.toLongLong(&fits);
    return fits ? length : std::numeric_limits<qint64>::max();
}

} // namespace

qsizetype AnswerReader::take(QByteArrayView bytes)
{
    qsizetype used = 0;
    while (used < bytes.size() && !isOver()) {
        const QByteArrayView rest = bytes.sliced(used);
        used += m_state == State::Head ? takeHead(rest) : takeBody(rest);
    }
    return used;
}

void AnswerReader::takeEnd()
{
    if (!isOver())
        end(m_state == State::Body && m_framing == Framing::UntilEnd ? State::Done : State::Bad);
    m_isReusable = false;
}

HttpAnswer AnswerReader::answer() const
{
    HttpAnswer answer = m_answer;
    answer.isCut = answer.isCut || m_state != State::Done;
    return answer;
}

/// Takes bytes up to the end of one line, so that a head that arrives byte by byte costs no more than
/// one in one piece.
qsizetype AnswerReader::takeHead(QByteArrayView bytes)
{
    const QByteArrayView within = bytes.first(std::min(bytes.size(), mostHead - m_headBytes));
    const qsizetype lineEnd = within.indexOf('\n');
    const QByteArrayView piece = lineEnd < 0 ? within : within.first(lineEnd);
    const qsizetype used = lineEnd < 0 ? piece.size() : piece.size() + 1;
    m_headBytes += used;
    m_line += piece;
    if (m_answer.status == 0) {
        const qsizetype known = std::min(m_line.size(), version.size());
        m_isHttp = QByteArrayView(m_line).first(known) == version.first(known);
    }
    if (!m_isHttp) {
        end(State::Bad);
    } else if (lineEnd < 0 && m_headBytes == mostHead) {
        endTooLong();
    } else if (lineEnd >= 0) {
        const QByteArray line = std::exchange(m_line, {});
        takeLine(withoutEnd(line));
    }
    return used;
}

void AnswerReader::takeLine(QByteArrayView line)
{
    if (m_answer.status == 0)
        return takeStatus(line);
    const bool isFolded = line.startsWith(' ') || line.startsWith('\t');
    if (isFolded && m_fields > 0) { // RFC 9112 5.2
        m_field.second += ' ' + line.trimmed().toByteArray();
        return;
    }
    endField();
    if (line.isEmpty())
        endHead();
    else
        takeField(line);
}

// RFC 9112 4: `HTTP/1.1 200 OK`; the reason, and the blank before it, may be missing.
void AnswerReader::takeStatus(QByteArrayView line)
{
    const bool isStatus = line.size() >= statusEnd && line.startsWith(version)
        && isDigit(line.at(version.size())) && line.at(statusAt - 1) == ' '
        && std::ranges::all_of(line.sliced(statusAt, 3), isDigit) && line.at(statusAt) != '0'
        && (line.size() == statusEnd || line.at(statusEnd) == ' ');
    m_isHttp = line.startsWith(version);
    if (!isStatus)
        return end(State::Bad);
    m_answer.status = line.sliced(statusAt, 3).toByteArray().toInt();
    m_isReusable = m_isReusable && line.at(version.size()) != '0';
}

void AnswerReader::takeField(QByteArrayView line)
{
    const qsizetype colon = line.indexOf(':');
    if (colon < 0)
        return end(State::Bad);
    if (++m_fields > mostFields)
        return endTooLong();
    m_field = { line.first(colon).toByteArray().toLower(),
                line.sliced(colon + 1).trimmed().toByteArray() };
}

/// The value of the field is complete. A field whose name is not a token is dropped, and the connection
/// is not used again: another program might read that field as a length.
void AnswerReader::endField()
{
    auto field = std::exchange(m_field, {});
    if (isHeaderName(field.first))
        m_answer.headers.append(std::move(field));
    else if (m_fields > 0)
        m_isReusable = false;
}

void AnswerReader::endHead()
{
    const bool isInterim = m_answer.status < 200;
    // RFC 9110 15.2: 101 answers a request for another protocol, which we never make.
    if (m_answer.status == 101)
        return end(State::Bad);
    if (isInterim && ++m_interim > mostInterim)
        return endTooLong();
    m_fields = 0;
    if (isInterim) {
        m_answer = {};
        return;
    }
    m_hasHead = setFraming();
    if (!m_hasHead)
        return end(State::Bad);
    const bool isEmpty =
        m_framing == Framing::None || (m_framing == Framing::Length && m_left == 0);
    end(isEmpty ? State::Done : State::Body);
}

/// RFC 9112 6.3. False: the end of this answer cannot be determined.
bool AnswerReader::setFraming()
{
    const QByteArrayList codings = elements(m_answer.headers, "transfer-encoding");
    const QByteArrayList lengths = elements(m_answer.headers, "content-length");
    if (elements(m_answer.headers, "connection").contains("close"))
        m_isReusable = false;
    if (m_answer.status == 204 || m_answer.status == 304)
        return true; // no body, whatever the fields say
    if (!codings.isEmpty()) {
        m_framing = codings.last() == "chunked" ? Framing::Chunks : Framing::UntilEnd;
        m_isReusable = m_isReusable && lengths.isEmpty();
        return true;
    }
    m_framing = lengths.isEmpty() ? Framing::UntilEnd : Framing::Length;
    const bool isOne = std::ranges::all_of(
        lengths, [&lengths](const QByteArray &length) { return length == lengths.first(); });
    const std::optional<qint64> length = lengths.isEmpty() ? 0 : lengthOf(lengths.first());
    m_left = length.value_or(0);
    return isOne && length;
}

qsizetype AnswerReader::takeBody(QByteArrayView bytes)
{
    if (m_framing == Framing::Chunks) {
        // At most as many bytes as the limit still allows.
        const qsizetype allowed = m_mostBody + mostFraming - m_framed;
        const QByteArrayView within = bytes.first(std::min(bytes.size(), allowed));
        QByteArrayView rest = within;
        const QByteArrayView piece = m_chunks.take(rest);
        const qsizetype used = within.size() - rest.size();
        m_framed += used;
        addBody(piece);
        if (m_state != State::Body)
            return used;
        if (m_chunks.isDone())
            end(State::Done);
        else if (m_chunks.isBad() || m_framed == m_mostBody + mostFraming)
            end(State::Bad);
        return used;
    }
    const bool hasLength = m_framing == Framing::Length;
    const QByteArrayView piece =
        hasLength ? bytes.first(std::min<qint64>(bytes.size(), m_left)) : bytes;
    addBody(piece);
    if (hasLength) {
        m_left -= piece.size();
        if (m_left == 0 && m_state == State::Body)
            end(State::Done);
    }
    return piece.size();
}

void AnswerReader::addBody(QByteArrayView piece)
{
    const qsizetype room = m_mostBody - m_answer.body.size();
    m_answer.body += piece.first(std::min(piece.size(), room));
    if (piece.size() <= room)
        return;
    m_answer.isCut = true;
    end(State::Done);
}

void AnswerReader::end(State state)
{
    m_state = state;
    m_line.clear();
}

void AnswerReader::endTooLong()
{
    m_isTooLong = true;
    end(State::Bad);
}

} // namespace Net
