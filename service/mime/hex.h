// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace Mime {

/// 0 to 15, or -1 for a character that is not a hexadecimal digit (of either case).
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

/// `%C3`, `=C3`: the byte in two capital digits behind its mark.
inline void appendHexEscape(QByteArray &out, char mark, char byte)
{
    constexpr char digits[] = "0123456789ABCDEF";
    const auto value = static_cast<unsigned char>(byte);
    out.append(mark).append(digits[value >> 4]).append(digits[value & 15]);
}

} // namespace Mime
