// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/charsetlabels.h"

#include <algorithm>
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
    std::transform(label.begin(), label.end(), name, lowered);
    const std::string_view wanted(name, static_cast<size_t>(label.size()));
    const Label *found =
        std::lower_bound(std::begin(table), std::end(table), wanted,
                         [](const Label &a, std::string_view b) { return a.name < b; });
    return found != std::end(table) && found->name == wanted ? found->converter : nullptr;
}

} // namespace Mime
