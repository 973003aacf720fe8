// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/charsetlabels.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace Mime {

namespace {

struct Label {
    std::string_view name;
    const char *converter;
};

constexpr Label table[] = {
#include "mime/charsetlabels.inc"
};

constexpr qsizetype longestLabel = 40;

struct CodePage {
    int number;
    const char *converter;
};

constexpr CodePage codePages[] = {
#include "mime/codepages.inc"
};

const char *inTable(std::string_view wanted)
{
    const Label *found =
        std::lower_bound(std::begin(table), std::end(table), wanted,
                         [](const Label &a, std::string_view b) { return a.name < b; });
    return found != std::end(table) && found->name == wanted ? found->converter : nullptr;
}

// `cp850`, `ibm00858`, `win1251`: a word for code pages in front of the number.
const char *inCodePages(std::string_view name)
{
    constexpr std::array<std::string_view, 15> words{
        "cp",  "ibm",   "dos", "win",   "windows",     "ms",   "codepage", "ccsid",
        "xcp", "csibm", "pc",  "cspcp", "microsoftcp", "xibm", "oem",
    };
    const size_t digits = name.find_first_of("0123456789");
    if (digits == name.npos || name.find_first_not_of("0123456789", digits) != name.npos
        || name.size() - digits > 5
        || std::find(words.begin(), words.end(), name.substr(0, digits)) == words.end())
        return nullptr;
    int number = 0;
    for (const char digit : name.substr(digits))
        number = number * 10 + (digit - '0');
    const auto found = std::find_if(std::begin(codePages), std::end(codePages),
                                    [&](CodePage page) { return page.number == number; });
    return found == std::end(codePages) ? nullptr : found->converter;
}

} // namespace

const char *converterFor(Slice label)
{
    const auto isIgnored = [](char c) {
        return isSpace(c) || c == '"' || c == '\'' || c == ';';
    };
    while (isIgnored(label[0]))
        label = label.from(1);
    if (const qsizetype language = label.indexOf('*'); language >= 0)
        label = label.first(language);
    while (!label.isEmpty() && isIgnored(label[label.size() - 1]))
        label = label.first(label.size() - 1);
    if (label.isEmpty() || label.size() > longestLabel)
        return nullptr;

    char name[longestLabel];
    char *end = std::transform(label.begin(), label.end(), name, lowered);
    if (const char *found = inTable({ name, static_cast<size_t>(end - name) }))
        return found;
    end = std::remove_if(name, end, [](char c) { return c == '-' || c == '_' || isBlank(c); });
    const std::string_view compact(name, static_cast<size_t>(end - name));
    const char *found = inTable(compact);
    return found ? found : inCodePages(compact);
}

} // namespace Mime
