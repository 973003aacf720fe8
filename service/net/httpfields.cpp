// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/httpfields.h"

#include <algorithm>

namespace Net {

namespace {

constexpr qsizetype longestName = 64;
constexpr qsizetype longestValue = 1024;

} // namespace

bool isHeaderName(QByteArrayView name)
{
    static constexpr QByteArrayView marks = "!#$%&'*+-.^_`|~";
    const auto isTokenChar = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
            || marks.contains(c);
    };
    return !name.isEmpty() && name.size() <= longestName && std::ranges::all_of(name, isTokenChar);
}

bool isHeaderValue(QByteArrayView value)
{
    return value.size() <= longestValue
        && std::ranges::all_of(value, [](char c) { return (c >= 0x20 && c < 0x7f) || c == '\t'; });
}

} // namespace Net
