// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/decoder.h"

#include <QStringDecoder>

#include <array>

namespace Mime {

namespace {

// 0x80 to 0x9f; the five bytes without a meaning stay control characters, as WHATWG says.
constexpr std::array<char16_t, 32> windows1252{
    0x20ac, 0x81,   0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8d,   0x017d, 0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,   0x017e, 0x0178,
};

struct Difference {
    quint8 byte;
    char16_t character;
};

// ISO-8859-16 (Romanian), which ICU does not know: where it is not Latin-1.
constexpr std::array<Difference, 40> latin10{ {
    { 0xa1, 0x0104 }, { 0xa2, 0x0105 }, { 0xa3, 0x0141 }, { 0xa4, 0x20ac }, { 0xa5, 0x201e },
    { 0xa6, 0x0160 }, { 0xa8, 0x0161 }, { 0xaa, 0x0218 }, { 0xac, 0x0179 }, { 0xae, 0x017a },
    { 0xaf, 0x017b }, { 0xb2, 0x010c }, { 0xb3, 0x0142 }, { 0xb4, 0x017d }, { 0xb5, 0x201d },
    { 0xb8, 0x017e }, { 0xb9, 0x010d }, { 0xba, 0x0219 }, { 0xbc, 0x0152 }, { 0xbd, 0x0153 },
    { 0xbe, 0x0178 }, { 0xbf, 0x017c }, { 0xc3, 0x0102 }, { 0xc5, 0x0106 }, { 0xd0, 0x0110 },
    { 0xd1, 0x0143 }, { 0xd5, 0x0150 }, { 0xd7, 0x015a }, { 0xd8, 0x0170 }, { 0xdd, 0x0118 },
    { 0xde, 0x021a }, { 0xe3, 0x0103 }, { 0xe5, 0x0107 }, { 0xf0, 0x0111 }, { 0xf1, 0x0144 },
    { 0xf5, 0x0151 }, { 0xf7, 0x015b }, { 0xf8, 0x0171 }, { 0xfd, 0x0119 }, { 0xfe, 0x021b },
} };

QString fromLatin10(Slice bytes)
{
    QString text = QString::fromLatin1(bytes.view());
    for (QChar &c : text) {
        const auto found = std::find_if(latin10.begin(), latin10.end(), [&](Difference difference) {
            return difference.byte == c.unicode();
        });
        if (found != latin10.end())
            c = found->character;
    }
    return text;
}

struct Sequence {
    int length = 0; // 0: not the start of a character
    quint8 low = 0x80;
    quint8 high = 0xbf;
};

// Which second bytes may follow `lead` (no overlong forms, no surrogates): RFC 3629 4.
Sequence sequenceOf(quint8 lead)
{
    if (lead >= 0xc2 && lead <= 0xdf)
        return { 2 };
    if (lead == 0xe0)
        return { 3, 0xa0 };
    if (lead == 0xed)
        return { 3, 0x80, 0x9f };
    if (lead >= 0xe1 && lead <= 0xef)
        return { 3 };
    if (lead == 0xf0)
        return { 4, 0x90 };
    if (lead >= 0xf1 && lead <= 0xf3)
        return { 4 };
    if (lead == 0xf4)
        return { 4, 0x80, 0x8f };
    return {};
}

const char *firstHigh(const char *p, const char *end)
{
    quint64 word = 0;
    for (; end - p >= 8; p += 8) {
        std::memcpy(&word, p, 8);
        if (word & 0x8080808080808080ull)
            break;
    }
    while (p < end && static_cast<signed char>(*p) >= 0)
        ++p;
    return p;
}

// Joined encoded words leave `ESC ( B` directly in front of the next `ESC $ B`. ICU takes a stretch
// without characters for an attack and writes U+FFFD, so only the last of such a row stays.
QByteArray withoutEmptyStretches(Slice bytes)
{
    QByteArray out;
    out.reserve(bytes.size());
    for (qsizetype i = 0; i < bytes.size();) {
        if (bytes[i] != '\x1b') {
            out.append(bytes[i++]);
            continue;
        }
        const bool isLong = bytes[i + 1] == '$' && bytes[i + 2] >= '(' && bytes[i + 2] <= '/';
        const qsizetype next = i + (isLong ? 4 : 3);
        if (bytes[next] != '\x1b')
            out.append(bytes.between(i, next).view());
        i = next;
    }
    return out;
}

} // namespace

bool isAscii(Slice bytes)
{
    return firstHigh(bytes.begin(), bytes.end()) == bytes.end();
}

bool isUtf8(Slice bytes)
{
    const char *const end = bytes.end();
    for (const char *p = firstHigh(bytes.begin(), end); p < end; p = firstHigh(p, end)) {
        const Sequence sequence = sequenceOf(static_cast<quint8>(*p));
        if (sequence.length == 0)
            return false;
        for (int i = 1; i < sequence.length; ++i) {
            const quint8 byte = p + i < end ? static_cast<quint8>(p[i]) : 0;
            if (byte < (i == 1 ? sequence.low : 0x80) || byte > (i == 1 ? sequence.high : 0xbf))
                return false;
        }
        p += sequence.length;
    }
    return true;
}

QString fromWindows1252(Slice bytes)
{
    QString text = QString::fromLatin1(bytes.view());
    for (QChar &c : text) {
        if (c.unicode() >= 0x80 && c.unicode() <= 0x9f)
            c = windows1252[c.unicode() - 0x80u];
    }
    return text;
}

Converted convert(Slice bytes, const char *converter)
{
    if (qstrcmp(converter, "windows-1252") == 0)
        return { fromWindows1252(bytes) };
    if (qstrcmp(converter, "ISO-8859-16") == 0)
        return { fromLatin10(bytes) };
    QStringDecoder decoder(converter);
    if (!decoder.isValid())
        return { fromWindows1252(bytes), true };
    Converted result;
    if (qstrncmp(converter, "ISO-2022-JP", 11) == 0)
        result.text = decoder.decode(withoutEmptyStretches(bytes));
    else
        result.text = decoder.decode(bytes.view());
    result.hadErrors = decoder.hasError();
    return result;
}

} // namespace Mime
