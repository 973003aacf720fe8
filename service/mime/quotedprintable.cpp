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

// Counts or writes: one loop for decodedQuotedPrintableSize() and decodeQuotedPrintable().
struct Counter {
    qsizetype length = 0;
    void append(const char *, qsizetype count) { length += count; }
    void append(char) { ++length; }
    qsizetype size() const { return length; }
};

// Decodes one line without its end; true where it goes on in the next one (a soft line break).
template<typename Sink>
bool decodeLine(const char *p, const char *end, Sink &out)
{
    while (end > p
           && isSpace(end[-1])) // RFC 2045 6.7 (3): white space at the end is not the sender's
        --end;
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
        } else { // no code: literal
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
        // A line may be the whole mail: no more of it than is wanted (each byte needs at most 3).
        const bool isHuge = lineEnd - p > (1 << 20) && (lineEnd - p) / 3 > maxBytes - out.size();
        const char *stop = isHuge ? p + 3 * (maxBytes - out.size()) : lineEnd;
        const bool isSoft = decodeLine(p, stop, out);
        if (!isSoft && lineEnd < end) {
            if (lineEnd > p && lineEnd[-1] == '\r')
                out.append('\r');
            out.append('\n');
        }
        p = lineEnd + 1;
    }
}

} // namespace

QByteArray decodeQuotedPrintable(Slice bytes, qsizetype maxBytes)
{
    QByteArray out;
    out.reserve(std::min(bytes.size(), maxBytes));
    decode(bytes, out, maxBytes);
    out.truncate(std::min(out.size(), maxBytes));
    return out;
}

qsizetype decodedQuotedPrintableSize(Slice bytes)
{
    Counter counter;
    decode(bytes, counter, allBytes);
    return counter.size();
}

} // namespace Mime
