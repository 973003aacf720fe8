// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/docset.h"
#include "search/termplaces.h"

#include <vector>

namespace Search {

/** The places of a word in one document, in rising order. Valid until the WordPlaces gives the next one. */
class PlaceCursor
{
public:
    PlaceCursor() = default;
    explicit PlaceCursor(const PlaceReader &reader) : m_reader(reader) { }
    /// The lower halves of these numbers are the places.
    PlaceCursor(const quint64 *begin, const quint64 *end) : m_at(begin), m_end(end), m_isList(true)
    {
    }

    /// Goes to the first place that is not lower than this one; false: there is none.
    bool seek(quint32 place)
    {
        if (m_isList) {
            while (m_at < m_end && quint32(*m_at) < place)
                ++m_at;
            return m_at < m_end;
        }
        while (m_reader.isValid() && m_reader.place() < place)
            m_reader.next();
        return m_reader.isValid();
    }
    quint32 place() const { return m_isList ? quint32(*m_at) : m_reader.place(); }

private:
    PlaceReader m_reader;
    const quint64 *m_at = nullptr;
    const quint64 *m_end = nullptr;
    bool m_isList = false;
};

/**
 * The places of one word of a phrase in the documents of a segment; read once, in the order of the documents.
 * A single term is read document by document, because it may have many places. The places of several terms
 * (which begin with the word) are collected at the start.
 */
class WordPlaces
{
public:
    /// Only the `candidates` may be queried.
    WordPlaces(std::vector<TermPlaces> terms, const DocSet &candidates);

    /// The places in this document. The document is higher than the one before.
    PlaceCursor in(quint32 document);

private:
    void collect(TermPlaces &term, const DocSet &candidates);

    std::vector<TermPlaces> m_single; ///< the only term
    std::vector<quint64> m_collected; ///< of several terms: document * 2^32 + place
    size_t m_next = 0;                ///< of m_collected
};

} // namespace Search
