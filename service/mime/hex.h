// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Mime {

/// 0 to 15, or -1 for what is no hexadecimal digit (both cases are).
constexpr int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

} // namespace Mime
