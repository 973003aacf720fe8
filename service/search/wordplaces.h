// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/docset.h"
#include "search/termplaces.h"

#include <vector>

namespace Search {

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

    /// The places in this document, rising; valid until the next call. The document is higher than the
    /// one before.
    const std::vector<quint32> &in(quint32 document);

private:
    void collect(TermPlaces &term, const DocSet &candidates);

    std::vector<TermPlaces> m_single; ///< the only term
    std::vector<quint64> m_collected; ///< of several terms: document * 2^32 + place
    size_t m_next = 0;                ///< of m_collected
    std::vector<quint32> m_places;
};

} // namespace Search
