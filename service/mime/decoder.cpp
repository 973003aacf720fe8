// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/decoder.h"

#include "mime/johab.h"
#include "mime/singlebyte.h"
#include "mime/systemdecoder.h"

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

// In joined encoded words, `ESC ( B` is directly in front of the next `ESC $ B`. ICU treats a
// stretch without characters as an attack and writes U+FFFD, so only the last of consecutive escape
// sequences is kept.
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

// Stateless: a character that is cut off at the end is an error too.
Converted fromUtf8(Slice bytes)
{
    QStringDecoder decoder(QStringConverter::Utf8, QStringConverter::Flag::Stateless);
    Converted result{ decoder.decode(bytes.view()) };
    result.hadErrors = decoder.hasError();
    if (result.hadErrors)
        result.text = decodeUtf8(bytes); // as many U+FFFD as other programs show
    return result;
}

Converted fromCesu8(Slice bytes)
{
    Converted result{ decodeCesu8(bytes) };
    result.hadErrors = result.text.contains(QChar::ReplacementCharacter);
    return result;
}

Converted fromSystem(Slice bytes, const char *converter)
{
    SystemDecoder decoder(converter);
    if (!decoder.isKnown())
        return { fromWindows1252(bytes), true };
    Converted result;
    if (qstrncmp(converter, "ISO-2022-JP", 11) == 0)
        result = decoder.decode(withoutEmptyStretches(bytes));
    else
        result = decoder.decode(bytes.view());
    if (isEbcdic(converter)) // EBCDIC ends lines with NEL, other text does not
        result.text.replace(u'\x85', u'\n');
    return result;
}

} // namespace

bool isEbcdic(std::string_view converter)
{
    constexpr std::array<std::string_view, 27> names{
        "IBM037",  "IBM273",  "IBM277",  "IBM278",  "IBM280",  "IBM284",  "IBM285",
        "IBM297",  "IBM420",  "IBM424",  "IBM500",  "IBM870",  "IBM871",  "IBM875",
        "IBM1025", "IBM1026", "IBM1047", "IBM1140", "IBM1141", "IBM1142", "IBM1143",
        "IBM1144", "IBM1145", "IBM1146", "IBM1147", "IBM1148", "IBM1149",
    };
    return std::find(names.begin(), names.end(), converter) != names.end();
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
    const std::string_view name(converter);
    if (name == "UTF-8")
        return fromUtf8(bytes);
    if (name == "windows-1252")
        return { fromWindows1252(bytes) };
    if (name == "CESU-8")
        return fromCesu8(bytes);
    if (name == "JOHAB")
        return decodeJohab(bytes);
    if (std::optional<Converted> found = decodeSingleByte(bytes, name))
        return std::move(*found);
    return fromSystem(bytes, converter);
}

} // namespace Mime
