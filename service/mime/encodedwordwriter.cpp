// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/encodedwordwriter.h"

#include "mime/hex.h"
#include "mime/slice.h"

namespace Mime {

namespace {

constexpr qsizetype longestWord = 75;
constexpr qsizetype frame = 12; // =?utf-8?B? and ?=

bool isQLiteral(char c)
{
    return (c >= '0' && c <= '9') || (lowered(c) >= 'a' && lowered(c) <= 'z');
}

qsizetype qLength(Slice bytes)
{
    qsizetype length = 0;
    for (const char c : bytes)
        length += isQLiteral(c) || c == ' ' ? 1 : 3;
    return length;
}

qsizetype base64Length(qsizetype bytes)
{
    return (bytes + 2) / 3 * 4;
}

QByteArray inQ(Slice bytes)
{
    QByteArray out;
    out.reserve(qLength(bytes));
    for (const char c : bytes) {
        if (isQLiteral(c))
            out.append(c);
        else if (c == ' ')
            out.append('_');
        else
            appendHexEscape(out, '=', c);
    }
    return out;
}

// How long the UTF-8 character at `at` is.
qsizetype characterLength(Slice bytes, qsizetype at)
{
    qsizetype length = 1;
    while (at + length < bytes.size() && (bytes[at + length] & 0xc0) == 0x80)
        ++length;
    return length;
}

// The end of the longest stretch from `begin` that has at most `room` characters when it is
// encoded. In base64, a stretch without padding is preferred, because some readers take padding for
// the end of all words.
qsizetype endOfWord(Slice bytes, qsizetype begin, qsizetype room, bool isQ)
{
    qsizetype end = begin;
    qsizetype unpadded = begin;
    for (qsizetype length = 0; end < bytes.size();) {
        const qsizetype next = end + characterLength(bytes, end);
        length = isQ ? length + qLength(bytes.between(end, next)) : base64Length(next - begin);
        if (length > room)
            return isQ || unpadded == begin ? end : unpadded;
        end = next;
        if ((end - begin) % 3 == 0)
            unpadded = end;
    }
    return end;
}

QByteArray word(Slice bytes, bool isQ)
{
    return isQ ? "=?utf-8?Q?" + inQ(bytes) + "?="
               : "=?utf-8?B?" + bytes.toByteArray().toBase64() + "?=";
}

} // namespace

QByteArrayList encodedWords(QStringView text, qsizetype used)
{
    const QByteArray utf8 = text.toUtf8();
    const Slice bytes(utf8);
    const bool isQ = qLength(bytes) <= base64Length(bytes.size());
    QByteArrayList words;
    qsizetype room = longestWord - frame - std::min<qsizetype>(used, 50);
    for (qsizetype begin = 0, end = 0; begin < bytes.size(); begin = end) {
        end = endOfWord(bytes, begin, room, isQ);
        room = longestWord - frame;
        words.append(word(bytes.between(begin, end), isQ));
    }
    return words;
}

} // namespace Mime
