// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/transfer.h"

#include <array>

namespace Mime {

namespace {

enum : quint8 { Skip = 64, Pad = 65, Foreign = 66 };

// Value of a base64 character; white space is skipped silently.
constexpr std::array<quint8, 256> values = [] {
    std::array<quint8, 256> table{};
    table.fill(Foreign);
    for (quint8 i = 0; i < 26; ++i) {
        table['A' + i] = i;
        table['a' + i] = static_cast<quint8>(26 + i);
    }
    for (quint8 i = 0; i < 10; ++i)
        table['0' + i] = static_cast<quint8>(52 + i);
    table['+'] = 62;
    table['/'] = 63;
    table['='] = Pad;
    for (const char c : { ' ', '\t', '\r', '\n' })
        table[static_cast<quint8>(c)] = Skip;
    return table;
}();

quint8 valueOf(char c)
{
    return values[static_cast<quint8>(c)];
}

// Two sinks for one loop: decodedBase64Size() counts and decodeBase64() writes, so they cannot differ.
struct Counter {
    qsizetype size = 0;
    void put(quint32) { ++size; }
    void cut(qsizetype length) { size = length; }
};

struct Writer {
    char *start = nullptr;
    qsizetype size = 0;
    void put(quint32 byte) { start[size++] = static_cast<char>(byte); }
    void cut(qsizetype length) { size = length; }
};

// Uses no table and no branch and sums in a byte, so that the compiler can vectorise the loop.
qsizetype countDigits(Slice bytes)
{
    constexpr qsizetype pieceBytes = 128;
    qsizetype digits = 0;
    for (const char *p = bytes.begin(); p < bytes.end();) {
        const char *const end = p + std::min(pieceBytes, qsizetype(bytes.end() - p));
        quint8 ofPiece = 0;
        for (; p < end; ++p) {
            const auto c = static_cast<quint8>(*p);
            const auto letter = static_cast<quint8>((c | 0x20) - 'a');
            const auto number = static_cast<quint8>(c - '0');
            const bool isDigit = letter < 26 || number < 10 || c == '+' || c == '/';
            ofPiece = static_cast<quint8>(ofPiece + isDigit);
        }
        digits += ofPiece;
    }
    return digits;
}

// Writes a quantum that padding or the end cut short: 2 or 3 characters give 1 or 2 bytes.
template<typename Sink>
void flush(Sink &sink, quint32 &bits, int &count)
{
    if (count >= 2)
        sink.put(bits >> (count == 2 ? 4 : 10) & 0xff);
    if (count == 3)
        sink.put(bits >> 2 & 0xff);
    bits = 0;
    count = 0;
}

// Mailing lists append plain text to base64: if other characters follow a padding, everything
// behind the padding is left out. Chunks that were padded one by one and then joined are decoded.
// `count` digits of the first quantum are in front of `bytes`.
template<typename Sink>
void decode(Slice bytes, Sink &sink, qsizetype maxBytes, int count = 0)
{
    quint32 bits = 0;
    qsizetype sizeAtPad = -1;
    const char *const end = bytes.end();
    for (const char *p = bytes.begin(); p < end && sink.size < maxBytes; ++p) {
        while (count == 0 && end - p >= 4 && sink.size + 3 <= maxBytes) {
            const quint32 a = valueOf(p[0]), b = valueOf(p[1]), c = valueOf(p[2]),
                          d = valueOf(p[3]);
            if ((a | b | c | d) >= 64)
                break;
            sink.put(a << 2 | b >> 4);
            sink.put((b & 15) << 4 | c >> 2);
            sink.put((c & 3) << 6 | d);
            p += 4;
        }
        if (p >= end || sink.size >= maxBytes)
            break;
        const quint8 value = valueOf(*p);
        if (value < 64) {
            bits = bits << 6 | value;
            if (++count == 4) {
                sink.put(bits >> 16 & 0xff);
                sink.put(bits >> 8 & 0xff);
                sink.put(bits & 0xff);
                bits = 0;
                count = 0;
            }
        } else if (value == Pad) {
            flush(sink, bits, count);
            sizeAtPad = sink.size;
        } else if (value == Foreign && sizeAtPad >= 0) {
            return sink.cut(sizeAtPad);
        }
    }
    flush(sink, bits, count);
}

} // namespace

QByteArray decodeBase64(Slice bytes, qsizetype maxBytes)
{
    const qsizetype room = std::min(bytes.size() / 4 * 3 + 3, maxBytes);
    QByteArray out(std::max<qsizetype>(room, 0) + 3,
                   Qt::Uninitialized); // the last quantum may exceed `room`
    Writer writer{ out.data() };
    decode(bytes, writer, maxBytes);
    out.truncate(std::min(writer.size, maxBytes));
    return out;
}

qsizetype decodedBase64Size(Slice bytes)
{
    // In front of the first padding all other characters are skipped, so counting the digits is enough.
    const qsizetype padding = bytes.indexOf('=');
    const qsizetype plain = padding < 0 ? bytes.size() : padding;
    const qsizetype digits = countDigits(bytes.first(plain));
    Counter counter{ .size = digits / 4 * 3 };
    decode(bytes.from(plain), counter, allBytes - 3, int(digits % 4));
    return counter.size;
}

} // namespace Mime
