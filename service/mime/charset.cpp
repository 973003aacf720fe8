// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/charset.h"

#include "mime/charsetlabels.h"
#include "mime/decoder.h"
#include "mime/hangul.h"
#include "mime/htmlmeta.h"

#ifdef POSTRIDER_UCHARDET
#include <uchardet/uchardet.h>
#endif

#include <array>
#include <memory>
#include <string_view>

namespace Mime {

namespace {

using Name = std::string_view;

// The bytes themselves say it: a byte order mark, or nothing.
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

#ifdef POSTRIDER_UCHARDET
// The beginning is enough for a guess, and the detector is slow.
const char *guess(Slice bytes)
{
    constexpr qsizetype enough = 16 * 1024;
    const std::unique_ptr<uchardet, decltype(&uchardet_delete)> detector(uchardet_new(),
                                                                         &uchardet_delete);
    const auto length = static_cast<size_t>(std::min(bytes.size(), enough));
    if (uchardet_handle_data(detector.get(), bytes.begin(), length) != 0)
        return nullptr;
    uchardet_data_end(detector.get());
    return converterFor(Slice(QByteArrayView(uchardet_get_charset(detector.get()))));
}
#else
const char *guess(Slice)
{
    return nullptr;
}
#endif

// ISO-2022-JP without a label: seven bits with its escape sequences (RFC 1468).
bool hasJapaneseEscapes(Slice bytes)
{
    for (qsizetype at = bytes.indexOf('\x1b'); at >= 0; at = bytes.indexOf('\x1b', at + 1)) {
        if (bytes[at + 1] == '$' && (bytes[at + 2] == 'B' || bytes[at + 2] == '@'))
            return true;
    }
    return false;
}

QString decodeUnlabelled(Slice bytes)
{
    if (isUtf8(bytes)) {
        if (hasJapaneseEscapes(bytes) && isAscii(bytes))
            return convert(bytes, "ISO-2022-JP-2").text;
        return convert(bytes, "UTF-8").text;
    }
    if (const char *guessed = guess(bytes); guessed && Name(guessed) != "UTF-8") {
        Converted result = convert(bytes, guessed);
        if (!result.hadErrors)
            return std::move(result.text);
    }
    return fromWindows1252(bytes);
}

// Damaged text stays in its charset while most of what is not ASCII can be read.
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
    constexpr std::array<Name, 5> names{ "GB18030", "Big5-HKSCS", "EUC-JP", "windows-31j",
                                         "windows-949" };
    return std::find(names.begin(), names.end(), converter) != names.end();
}

// UTF-8 under another label: text of that charset which is valid UTF-8 by chance is short. Pairs of
// bytes are more often (GBK's word for China Unicom is), triples of them are not.
bool isUtf8InDisguise(Slice bytes, Name converter)
{
    constexpr qsizetype tooManyForChance = 4;
    if (converter.starts_with("UTF-16"))
        return isUtf8(bytes) && bytes.indexOf('\0') < 0;
    if (converter.starts_with("UTF-") || converter.starts_with("ISO-2022") || !isUtf8(bytes))
        return false;
    qsizetype pairs = 0, longer = 0;
    for (const char c : bytes) {
        pairs += (c & 0xe0) == 0xc0;
        longer += (c & 0xe0) == 0xe0;
    }
    if (usesPairs(converter))
        return pairs == 0 && longer >= tooManyForChance;
    return pairs + longer >= tooManyForChance;
}

QString decodeLabelled(Slice bytes, const char *converter)
{
    const Name name(converter);
    if (name == "windows-1252") // what ascii and latin1 mean, and often said about UTF-8
        return isUtf8(bytes) ? decodeUnlabelled(bytes) : fromWindows1252(bytes);
    if (isUtf8InDisguise(bytes, name))
        return convert(bytes, "UTF-8").text;
    Converted result = convert(bytes, converter);
    if (!result.hadErrors)
        return std::move(result.text);
    const bool isOther = name != "UTF-8" && isUtf8(bytes) && !isAscii(bytes);
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
