// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/charset.h"

#include "mime/charsetguess.h"
#include "mime/charsetlabels.h"
#include "mime/decoder.h"
#include "mime/hangul.h"
#include "mime/htmlmeta.h"

#include <array>
#include <string_view>

namespace Mime {

namespace {

using Name = std::string_view;

// The charset of the byte order mark, or nullptr.
const char *markOf(Slice bytes)
{
    if (bytes.startsWith("\xef\xbb\xbf"))
        return "UTF-8";
    if (bytes.startsWith("\xff\xfe"))
        return "UTF-16LE";
    if (bytes.startsWith("\xfe\xff"))
        return "UTF-16BE";
    return nullptr;
}

QString decodeUnlabelled(Slice bytes)
{
    return convert(bytes, guessCharset(bytes)).text;
}

// Whether at most a quarter of the characters that are not ASCII are U+FFFD. Such damaged text
// keeps its charset.
bool isMostlyReadable(const QString &text)
{
    qsizetype good = 0, bad = 0;
    for (const QChar c : text) {
        good += c.unicode() > 0x7f;
        bad += c == QChar::ReplacementCharacter;
    }
    return bad * 4 <= good;
}

bool usesPairs(Name converter)
{
    constexpr std::array<Name, 7> names{ "GB18030",     "Big5-HKSCS", "EUC-JP", "windows-31j",
                                         "windows-949", "JOHAB",      "EUC-TW" };
    return std::find(names.begin(), names.end(), converter) != names.end();
}

// Whether text that is labelled UTF-8 and is not valid is UTF-8 nevertheless. If hardly any of its
// characters are valid, it is in another charset: such text has one character that is valid UTF-8
// by chance for every four that are not.
bool isDamagedUtf8(Slice bytes)
{
    const Utf8Count count = countUtf8(bytes);
    const qsizetype good = count.pairs + 2 * count.longer;
    return good > 0 ? count.bad <= 2 * good : count.bad == 1;
}

// Whether the bytes are UTF-8 under another label, also with a few damaged bytes. Only short text
// of the labelled charset is valid UTF-8 by chance. In charsets of byte pairs, two-byte sequences
// are often valid by chance (GBK's word for China Unicom), longer ones are not.
bool isUtf8InDisguise(Slice bytes, Name converter)
{
    constexpr qsizetype tooManyForChance = 4;
    constexpr qsizetype tooManyForDamage = 8; // for each damaged sequence
    constexpr qsizetype enough = 512;         // bytes to check if they are not all valid
    if (isEbcdic(converter))                  // has no letter as an ASCII byte
        return isAscii(bytes);
    if (converter.starts_with("UTF-16"))
        return isUtf8(bytes) && bytes.indexOf('\0') < 0;
    if (converter.starts_with("UTF-") || converter.starts_with("ISO-2022") || converter == "CESU-8")
        return false;
    const Utf8Count count = countUtf8(isUtf8(bytes) ? bytes : bytes.first(enough));
    const qsizetype least = std::max(tooManyForChance, count.bad * tooManyForDamage);
    if (usesPairs(converter))
        return count.pairs == 0 && count.longer >= least;
    return count.pairs + count.longer >= least;
}

QString decodeLabelled(Slice bytes, const char *converter)
{
    const Name name(converter);
    if (name == "windows-1252" && isUtf8(bytes)) // also for the labels ascii and latin1
        return decodeUnlabelled(bytes);
    if (isUtf8InDisguise(bytes, name))
        return convert(bytes, "UTF-8").text;
    Converted result = convert(bytes, converter);
    if (!result.hadErrors)
        return std::move(result.text);
    if (name == "UTF-8")
        return isDamagedUtf8(bytes) ? std::move(result.text) : decodeUnlabelled(bytes);
    const bool isOther = isUtf8(bytes) && !isAscii(bytes);
    return isOther || !isMostlyReadable(result.text) ? decodeUnlabelled(bytes)
                                                     : std::move(result.text);
}

QString decodeWith(Slice bytes, const char *converter)
{
    if (const char *mark = markOf(bytes))
        converter = mark;
    QString text = converter ? decodeLabelled(bytes, converter) : decodeUnlabelled(bytes);
    if (text.startsWith(QChar::ByteOrderMark))
        text.remove(0, 1);
    if (text.contains(QChar(u'\0')))
        text.remove(QChar(u'\0'));
    if (converter && Name(converter) == "windows-949")
        text = joinMakeUpHangul(text);
    return text;
}

} // namespace

QString decodeCharset(Slice bytes, QByteArrayView label)
{
    return decodeWith(bytes, converterFor(label));
}

QString decodeHtmlCharset(Slice bytes, QByteArrayView label)
{
    const char *converter = converterFor(label);
    if (!converter && !(isUtf8(bytes) && !isAscii(bytes)))
        converter = converterFor(charsetInMeta(bytes));
    return decodeWith(bytes, converter);
}

} // namespace Mime
