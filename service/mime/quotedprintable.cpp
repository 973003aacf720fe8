// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/hex.h"
#include "mime/transfer.h"

namespace Mime {

namespace {

const char *endOfLine(const char *p, const char *end)
{
    const void *found = std::memchr(p, '\n', static_cast<size_t>(end - p));
    return found ? static_cast<const char *>(found) : end;
}

// Two sinks for one loop: decodedQuotedPrintableSize() counts and decodeQuotedPrintable() writes.
struct Counter {
    qsizetype length = 0;
    void append(const char *, qsizetype count) { length += count; }
    void append(char) { ++length; }
    qsizetype size() const { return length; }
};

// Appends without QByteArray's checks for shared data, which cost more than to copy short pieces.
class Writer
{
public:
    explicit Writer(qsizetype room) : m_bytes(room, Qt::Uninitialized), m_start(m_bytes.data()) { }

    void append(const char *piece, qsizetype count)
    {
        grow(count);
        std::memcpy(m_start + m_size, piece, static_cast<size_t>(count));
        m_size += count;
    }
    void append(char c)
    {
        grow(1);
        m_start[m_size++] = c;
    }
    qsizetype size() const { return m_size; }

    QByteArray take(qsizetype most)
    {
        m_bytes.truncate(std::min(m_size, most));
        return std::move(m_bytes);
    }

private:
    void grow(qsizetype count)
    {
        if (m_bytes.size() - m_size >= count)
            return;
        m_bytes.resize(std::max(2 * m_bytes.size(), m_size + count));
        m_start = m_bytes.data();
    }

    QByteArray m_bytes;
    char *m_start = nullptr;
    qsizetype m_size = 0;
};

// RFC 2045 6.7 (3): white space at the end of a line was added on the way.
const char *withoutAddedBlanks(const char *p, const char *end)
{
    const char *text = end;
    while (text > p && isSpace(text[-1]))
        --text;
    return end - text > mostAddedBlanks ? end : text;
}

// Decodes one line without its end and the blanks before it; true: it continues in the next one (a soft
// line break).
template<typename Sink>
bool decodeLine(const char *p, const char *end, Sink &out)
{
    while (p < end) {
        const char *equals =
            static_cast<const char *>(std::memchr(p, '=', static_cast<size_t>(end - p)));
        if (!equals) {
            out.append(p, end - p);
            return false;
        }
        out.append(p, equals - p);
        const int high = end - equals > 2 ? hexValue(equals[1]) : -1;
        const int low = end - equals > 2 ? hexValue(equals[2]) : -1;
        if (equals + 1 == end)
            return true;
        if (high >= 0 && low >= 0) {
            out.append(static_cast<char>(high << 4 | low));
            p = equals + 3;
        } else { // not an escape: a literal `=`
            out.append('=');
            p = equals + 1;
        }
    }
    return false;
}

template<typename Sink>
void decode(Slice bytes, Sink &out, qsizetype maxBytes)
{
    const char *p = bytes.begin();
    const char *const end = bytes.end();
    while (p < end && out.size() < maxBytes) {
        const char *lineEnd = endOfLine(p, end);
        // A line may be the whole mail: decodes no more of it than `maxBytes` needs (at most 3 for
        // one byte).
        const bool isHuge = lineEnd - p > (1 << 20) && (lineEnd - p) / 3 > maxBytes - out.size();
        const bool hasReturn = lineEnd < end && lineEnd > p && lineEnd[-1] == '\r';
        const char *stop = isHuge ? p + 3 * (maxBytes - out.size())
                                  : withoutAddedBlanks(p, hasReturn ? lineEnd - 1 : lineEnd);
        const bool isSoft = decodeLine(p, stop, out);
        if (!isSoft && lineEnd < end) {
            if (hasReturn)
                out.append('\r');
            out.append('\n');
        }
        p = lineEnd + 1;
    }
}

} // namespace

QByteArray decodeQuotedPrintable(Slice bytes, qsizetype maxBytes)
{
    Writer out(std::max<qsizetype>(std::min(bytes.size(), maxBytes), 0));
    decode(bytes, out, maxBytes);
    return out.take(maxBytes);
}

qsizetype decodedQuotedPrintableSize(Slice bytes)
{
    Counter counter;
    decode(bytes, counter, allBytes);
    return counter.size();
}

} // namespace Mime
