// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/varint.h"

#include <algorithm>
#include <cstring>

/**
 * The places of a term in its documents. A place is the number of a word in the mail. Each document has a varint of
 * its first place * 2, plus 1 if there are more. Those follow: the number of their bytes, so that a reader can skip
 * them, and the distances from place to place, all as varints.
 */
namespace Search {

constexpr int placeBits = 19;
/// Stands for this place and every later one, so no phrase is found there.
constexpr quint32 unknownPlace = (quint32(1) << placeBits) - 1;
/// The most bytes that putPlaces() writes for each place.
constexpr qsizetype maxPlaceBytes = 5;

inline char *putOnlyPlace(char *to, quint32 place)
{
    return putVarint(to, quint64(place) << 1);
}

/// Writes the places of one document; `placeAt(i)` are its `count` places, which rise.
template<typename PlaceAt>
char *putPlaces(char *to, size_t count, PlaceAt placeAt)
{
    quint32 before = placeAt(0);
    if (count == 1)
        return putOnlyPlace(to, before);
    to = putVarint(to, quint64(before) << 1 | 1);
    char *const rest = to + 1; // room for a size of one byte, which most have
    char *end = rest;
    for (size_t i = 1; i < count; ++i) {
        const quint32 place = placeAt(i);
        end = putVarint(end, place - before);
        before = place;
    }
    const auto size = size_t(end - rest);
    if (size < 0x80) {
        *to = char(size);
        return end;
    }
    char number[maxVarintBytes];
    const auto bytes = size_t(putVarint(number, size) - number);
    std::memmove(to + bytes, rest, size);
    std::memcpy(to, number, bytes);
    return to + bytes + size;
}

/** Reads the places of one document one by one. */
class PlaceReader
{
public:
    PlaceReader() = default;

    /// Reads the first place, and moves `at` behind the places of the document.
    PlaceReader(const char *&at, const char *end)
    {
        const quint64 first = takeVarint(at, end);
        m_place = first >> 1;
        if ((first & 1) != 0) {
            const quint64 size = takeVarint(at, end);
            m_at = at;
            at += std::min(size, quint64(end - at));
            m_end = at;
        }
    }

    /// False: there is no place, or only unknown ones are left.
    bool isValid() const { return m_place < unknownPlace; }
    quint32 place() const { return quint32(m_place); }

    void next() { m_place = m_at < m_end ? m_place + takeVarint(m_at, m_end) : unknownPlace; }

private:
    quint64 m_place = unknownPlace;
    const char *m_at = nullptr;
    const char *m_end = nullptr;
};

/// Moves `at` behind the places of one document.
inline void skipPlaces(const char *&at, const char *end)
{
    PlaceReader(at, end);
}

} // namespace Search
