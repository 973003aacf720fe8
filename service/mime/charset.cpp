// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/charset.h"

#include "mime/charsetlabels.h"
#include "mime/decoder.h"
#include "mime/hangul.h"
#include "mime/htmlmeta.h"

#ifdef POSTRIDER_UCHARDET
#include <uchardet/uchardet.h>
#endif

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
            return convert(bytes, "ISO-2022-JP").text;
        return convert(bytes, "UTF-8").text;
    }
    if (const char *guessed = guess(bytes); guessed && Name(guessed) != "UTF-8") {
        Converted result = convert(bytes, guessed);
        if (!result.hadErrors)
            return std::move(result.text);
    }
    return fromWindows1252(bytes);
}

// Damaged UTF-8 stays UTF-8 while most of what is not ASCII can be read.
bool isMostlyReadable(const QString &text)
{
    qsizetype good = 0, bad = 0;
    for (const QChar c : text) {
        good += c.unicode() > 0x7f;
        bad += c == QChar::ReplacementCharacter;
    }
    return bad * 4 <= good;
}

QString decodeLabelled(Slice bytes, const char *converter)
{
    const Name name(converter);
    if (name == "windows-1252") // what ascii and latin1 mean, and often said about UTF-8
        return isUtf8(bytes) ? decodeUnlabelled(bytes) : fromWindows1252(bytes);
    Converted result = convert(bytes, converter);
    if (!result.hadErrors)
        return std::move(result.text);
    if (name == "UTF-8")
        return isMostlyReadable(result.text) ? std::move(result.text) : decodeUnlabelled(bytes);
    return isUtf8(bytes) && !isAscii(bytes) ? convert(bytes, "UTF-8").text : std::move(result.text);
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
