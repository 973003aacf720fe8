// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/varint.h"

namespace Search {

void appendVarint(QByteArray &to, quint64 value)
{
    char bytes[maxVarintBytes];
    to.append(bytes, putVarint(bytes, value) - bytes);
}

quint64 longVarint(const char *&at, const char *end)
{
    quint64 value = 0;
    for (int shift = 0; at < end; shift += 7) {
        const auto byte = static_cast<unsigned char>(*at++);
        if (shift < 64)
            value |= quint64(byte & 0x7f) << shift;
        if (byte < 0x80)
            break;
    }
    return value;
}

} // namespace Search
