// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/entities.h"

#include "mime/decoder.h"
#include "mime/hex.h"

#include <algorithm>
#include <string_view>

namespace Mime {

namespace {

struct Named {
    std::string_view name;
    char16_t first;
    char16_t second; // 0: one unit
    bool isLegacy;   // also without semicolon
};

constexpr Named table[] = {
#include "mime/entities.inc"
};

constexpr qsizetype longestName = 31;
constexpr qsizetype longestLegacyName = 6;

const Named *find(std::string_view name)
{
    const Named *found =
        std::lower_bound(std::begin(table), std::end(table), name,
                         [](const Named &a, std::string_view b) { return a.name < b; });
    return found != std::end(table) && found->name == name ? found : nullptr;
}

Entity entityOf(const Named &named, qsizetype length)
{
    return { { named.first, named.second }, named.second ? 2 : 1, length };
}

// HTML 13.2.5.80: the numbers that mean something else than the code point.
char32_t repaired(char32_t code)
{
    if (code >= 0x80 && code <= 0x9f) {
        const char byte = static_cast<char>(code);
        return fromWindows1252(Slice(&byte, 1)).at(0).unicode();
    }
    const bool isImpossible = code == 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    return isImpossible ? U'\xfffd' : code;
}

Entity numericAt(QStringView text)
{
    const bool isHex = text.size() > 2 && (text[2] == u'x' || text[2] == u'X');
    const qsizetype begin = isHex ? 3 : 2;
    qsizetype i = begin;
    char32_t code = 0;
    for (; i < text.size() && text[i].unicode() < 0x80; ++i) {
        const int digit = hexValue(static_cast<char>(text[i].unicode()));
        if (digit < 0 || (!isHex && digit > 9))
            break;
        code =
            std::min<char32_t>(code * (isHex ? 16 : 10) + static_cast<char32_t>(digit), 0x110000);
    }
    if (i == begin)
        return {};
    if (i < text.size() && text[i] == u';')
        ++i;
    code = repaired(code);
    if (QChar::requiresSurrogates(code))
        return { { QChar::highSurrogate(code), QChar::lowSurrogate(code) }, 2, i };
    return { { static_cast<char16_t>(code), 0 }, 1, i };
}

} // namespace

Entity entityAt(QStringView text)
{
    text = text.first(std::min<qsizetype>(text.size(), 40));
    if (text.size() > 1 && text[1] == u'#')
        return numericAt(text);
    char name[longestName] = {};
    qsizetype length = 0;
    while (length < longestName && length + 1 < text.size()) {
        const char16_t c = text[length + 1].unicode();
        if (c > 0x7f || !QChar(c).isLetterOrNumber())
            break;
        name[length++] = static_cast<char>(c);
    }
    const std::string_view word(name, static_cast<size_t>(length));
    if (length + 1 < text.size() && text[length + 1] == u';') {
        if (const Named *named = find(word))
            return entityOf(*named, length + 2);
    }
    for (qsizetype n = std::min(length, longestLegacyName); n >= 2; --n) {
        const Named *named = find(word.substr(0, static_cast<size_t>(n)));
        if (named && named->isLegacy)
            return entityOf(*named, n + 1);
    }
    return {};
}

} // namespace Mime
