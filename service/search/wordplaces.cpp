// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/wordplaces.h"

#include <algorithm>

namespace Search {

WordPlaces::WordPlaces(std::vector<TermPlaces> terms, const DocSet &candidates)
{
    if (terms.size() == 1) {
        m_single = std::move(terms);
        return;
    }
    for (TermPlaces &term : terms)
        collect(term, candidates);
    std::sort(m_collected.begin(), m_collected.end());
}

void WordPlaces::collect(TermPlaces &term, const DocSet &candidates)
{
    for (const quint32 document : term.documents()) {
        if (!candidates.contains(document))
            continue;
        m_places.clear();
        term.take(document, m_places);
        for (const quint32 place : m_places)
            m_collected.push_back(quint64(document) << 32 | place);
    }
}

const std::vector<quint32> &WordPlaces::in(quint32 document)
{
    m_places.clear();
    if (!m_single.empty()) {
        m_single.front().take(document, m_places);
        return m_places;
    }
    while (m_next < m_collected.size() && m_collected[m_next] >> 32 < document)
        ++m_next;
    for (; m_next < m_collected.size() && m_collected[m_next] >> 32 == document; ++m_next)
        m_places.push_back(quint32(m_collected[m_next]));
    return m_places;
}

} // namespace Search
