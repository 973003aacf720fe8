// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/utf8.h"

namespace Mime {

namespace {

struct Lead {
    int length = 0; // 0: not the start of a character
    quint8 low = 0x80;
    quint8 high = 0xbf;
};

// Which second bytes may follow `lead` (no overlong forms, no surrogates): RFC 3629 4.
Lead leadOf(quint8 lead)
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

struct Sequence {
    int length = 1; // bytes, also of one that is not valid
    bool isValid = false;
    bool isCut = false; // the bytes end inside of it
};

// The sequence that begins at `p`, which is not an ASCII byte.
Sequence sequenceAt(const char *p, const char *end)
{
    const Lead lead = leadOf(static_cast<quint8>(*p));
    if (lead.length == 0)
        return {};
    for (int i = 1; i < lead.length; ++i) {
        if (p + i == end)
            return { i, false, true };
        const auto byte = static_cast<quint8>(p[i]);
        if (byte < (i == 1 ? lead.low : 0x80) || byte > (i == 1 ? lead.high : 0xbf))
            return { i };
    }
    return { lead.length, true };
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

// ED A0 80 to ED BF BF: a surrogate, which UTF-8 itself does not allow.
char16_t surrogateAt(const char *p, const char *end)
{
    if (end - p < 3 || p[0] != '\xed' || (p[1] & 0xe0) != 0xa0 || (p[2] & 0xc0) != 0x80)
        return 0;
    return static_cast<char16_t>(0xd000 | (p[1] & 0x3f) << 6 | (p[2] & 0x3f));
}

void append(QString &text, const char *begin, const char *end)
{
    text.append(QString::fromUtf8(begin, end - begin));
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
        const Sequence sequence = sequenceAt(p, end);
        if (!sequence.isValid)
            return false;
        p += sequence.length;
    }
    return true;
}

Utf8Count countUtf8(Slice bytes)
{
    Utf8Count count;
    const char *const end = bytes.end();
    for (const char *p = firstHigh(bytes.begin(), end); p < end; p = firstHigh(p, end)) {
        const Sequence sequence = sequenceAt(p, end);
        count.pairs += sequence.isValid && sequence.length == 2;
        count.longer += sequence.isValid && sequence.length > 2;
        count.bad += !sequence.isValid;
        count.isCut = sequence.isCut;
        p += sequence.length;
    }
    return count;
}

QString decodeUtf8(Slice bytes)
{
    QString text;
    text.reserve(bytes.size());
    const char *const end = bytes.end();
    const char *good = bytes.begin();
    for (const char *p = firstHigh(good, end); p < end; p = firstHigh(p, end)) {
        const Sequence sequence = sequenceAt(p, end);
        if (!sequence.isValid) {
            append(text, good, p);
            text.append(QChar::ReplacementCharacter);
            good = p + sequence.length;
        }
        p += sequence.length;
    }
    append(text, good, end);
    return text;
}

QString decodeCesu8(Slice bytes)
{
    QString text;
    const char *const end = bytes.end();
    const char *good = bytes.begin();
    for (const char *p = firstHigh(good, end); p < end; p = firstHigh(p, end)) {
        const char16_t high = surrogateAt(p, end);
        const char16_t low = high ? surrogateAt(p + 3, end) : char16_t(0);
        if (!QChar::isHighSurrogate(high) || !QChar::isLowSurrogate(low)) {
            p += sequenceAt(p, end).length;
            continue;
        }
        text.append(decodeUtf8(Slice(good, p - good))).append(QChar(high)).append(QChar(low));
        good = p += 6;
    }
    return text.append(decodeUtf8(Slice(good, end - good)));
}

} // namespace Mime
