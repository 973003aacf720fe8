// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/singlebyte.h"

#include <array>

namespace Mime {

namespace {

struct Difference {
    quint8 byte = 0; // in unused entries `character` is 0
    char16_t character = 0;
};

struct Table {
    std::string_view converter;
    std::array<char16_t, 128> upper;  // 0x80 to 0xff
    std::array<Difference, 32> lower; // where a byte below 0x80 is not ASCII
};

constexpr Table tables[] = {
#include "mime/singlebyte.inc"
};

using Characters = std::array<char16_t, 256>;

Characters charactersOf(const Table &table)
{
    Characters all{};
    for (size_t byte = 0; byte < 128; ++byte)
        all[byte] = static_cast<char16_t>(byte);
    std::copy(table.upper.begin(), table.upper.end(), all.begin() + 128);
    for (const Difference &difference : table.lower) {
        if (difference.character)
            all[difference.byte] = difference.character;
    }
    return all;
}

} // namespace

std::optional<Converted> decodeSingleByte(Slice bytes, std::string_view converter)
{
    const auto table = std::find_if(std::begin(tables), std::end(tables),
                                    [&](const Table &one) { return one.converter == converter; });
    if (table == std::end(tables))
        return std::nullopt;
    const Characters characters = charactersOf(*table);
    Converted result{ QString::fromLatin1(bytes.view()) };
    for (QChar &c : result.text)
        c = characters[c.unicode()];
    result.hadErrors = result.text.contains(QChar::ReplacementCharacter);
    return result;
}

} // namespace Mime
