// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/charsetguess.h"

#include "mime/charsetlabels.h"
#include "mime/charsetscore.h"
#include "mime/decoder.h"

#ifdef POSTRIDER_UCHARDET
#include <uchardet/uchardet.h>
#endif

#include <array>
#include <memory>
#include <string_view>

namespace Mime {

namespace {

using Name = std::string_view;

// The detector uses statistics of long text, and is slow.
#ifdef POSTRIDER_UCHARDET
const char *detect(Slice bytes)
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
const char *detect(Slice)
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

// Latin charsets that occur in mail.
bool isLatin(Name converter)
{
    constexpr std::array<Name, 8> names{ "windows-1250", "windows-1252", "windows-1254",
                                         "windows-1257", "windows-1258", "ISO-8859-2",
                                         "ISO-8859-15",  "ISO-8859-16" };
    return std::find(names.begin(), names.end(), converter) != names.end();
}

// The charset in which the bytes look most like text, or nullptr if none is clearly the best.
const char *guessByCharacters(Slice bytes, const char *hint)
{
    constexpr double enough = 0.6;
    constexpr double lead = 0.15; // over the second best
    constexpr double ofHint = 0.5;
    const char *best = nullptr;
    double most = 0, second = 0;
    for (const char *converter : scoredCharsets) {
        std::optional<double> score = naturalness(bytes, converter);
        if (!score)
            continue;
        if (hint && Name(hint) == converter)
            *score += ofHint;
        second = std::max(second, std::min(most, *score));
        if (*score > most) {
            most = *score;
            best = converter;
        }
    }
    return most >= enough && most - second >= lead ? best : nullptr;
}

const char *guessShort(Slice bytes, const char *hint)
{
    constexpr qsizetype longest = 4096; // for longer text the detector's statistics are better
    return bytes.size() > longest ? nullptr : guessByCharacters(bytes, hint);
}

// As many pairs as damaged sequences do not occur by chance, and neither do half as many longer ones.
bool isPerhapsUtf8(const Utf8Count &count)
{
    return count.bad <= count.pairs + 2 * count.longer;
}

bool isSurelyUtf8(const Utf8Count &count)
{
    const qsizetype good = count.pairs + count.longer;
    return good >= 4 * count.bad || (good >= 2 && count.bad == 1 && count.isCut);
}

// A charset that is not scored is accepted as the hint if it decodes all bytes without errors.
bool readsAll(Slice bytes, const char *converter)
{
    const auto isSame = [&](const char *one) {
        return Name(one) == converter;
    };
    return std::none_of(scoredCharsets.begin(), scoredCharsets.end(), isSame)
        && Name(converter) != "UTF-8" && !convert(bytes, converter).hadErrors;
}

} // namespace

const char *guessCharset(Slice bytes, const char *hint)
{
    if (isUtf8(bytes))
        return hasJapaneseEscapes(bytes) && isAscii(bytes) ? "ISO-2022-JP-2" : "UTF-8";
    const Utf8Count count = countUtf8(bytes);
    if (isSurelyUtf8(count))
        return "UTF-8";
    if (hint && readsAll(bytes, hint))
        return hint;
    const char *const byCharacters = guessShort(bytes, hint);
    if (byCharacters && Name(byCharacters) != "windows-1252")
        return byCharacters;
    if (!byCharacters && isPerhapsUtf8(count))
        return "UTF-8";
    const char *const detected = detect(bytes);
    const bool isPossible = detected && Name(detected) != "UTF-8"
        && (!byCharacters || isLatin(detected)) && !convert(bytes, detected).hadErrors;
    return isPossible ? detected : "windows-1252";
}

} // namespace Mime
