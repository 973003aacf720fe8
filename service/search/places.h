// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/varint.h"

#include <vector>

/**
 * The places of a term in its documents. A place is the number of a word in the mail. Each document has the
 * distances from place to place, each as a varint of distance * 2, plus 1 for the last one of the document.
 */
namespace Search {

constexpr int placeBits = 19;
/// Stands for this place and every later one, so no phrase is found there.
constexpr quint32 unknownPlace = (quint32(1) << placeBits) - 1;

inline char *putPlace(char *to, quint32 distance, bool isLast)
{
    return putVarint(to, quint64(distance) << 1 | quint64(isLast));
}

/// Moves `at` behind the places of one document.
inline void skipPlaces(const char *&at, const char *end)
{
    while (at < end) {
        const bool isLast = *at & 1;
        skipVarint(at, end);
        if (isLast)
            return;
    }
}

/// Appends the places of one document, which rise, and moves `at` behind them.
template<typename Append>
void takePlaces(const char *&at, const char *end, Append append)
{
    quint64 place = 0;
    while (at < end) {
        const quint64 number = takeVarint(at, end);
        place += number >> 1;
        if (place < unknownPlace)
            append(quint32(place));
        if (number & 1)
            return;
    }
}

} // namespace Search
