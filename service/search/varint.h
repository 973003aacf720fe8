// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

/** Unsigned LEB128: seven bits a byte, the lowest first; the top bit says that another byte follows. */
namespace Search {

constexpr qsizetype maxVarintBytes = 10;

/// Writes at most maxVarintBytes and returns where they end.
inline char *putVarint(char *to, quint64 value)
{
    while (value >= 0x80) {
        *to++ = char(value | 0x80);
        value >>= 7;
    }
    *to++ = char(value);
    return to;
}

void appendVarint(QByteArray &to, quint64 value);

quint64 longVarint(const char *&at, const char *end);

/// Moves `at` behind the number, never behind `end`. At the end of the data every number is 0; a
/// number that is cut off has the value of its remaining bytes.
inline quint64 takeVarint(const char *&at, const char *end)
{
    if (at < end && static_cast<unsigned char>(*at) < 0x80)
        return static_cast<unsigned char>(*at++);
    return longVarint(at, end);
}

/// Moves `at` behind the number as takeVarint() does, without making it.
inline void skipVarint(const char *&at, const char *end)
{
    while (at < end && static_cast<unsigned char>(*at) >= 0x80)
        ++at;
    if (at < end)
        ++at;
}

} // namespace Search
