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
        for (PlaceReader reader = term.in(document); reader.isValid(); reader.next())
            m_collected.push_back(quint64(document) << 32 | reader.place());
    }
}

PlaceCursor WordPlaces::in(quint32 document)
{
    if (!m_single.empty())
        return PlaceCursor(m_single.front().in(document));
    while (m_next < m_collected.size() && m_collected[m_next] >> 32 < document)
        ++m_next;
    const size_t begin = m_next;
    while (m_next < m_collected.size() && m_collected[m_next] >> 32 == document)
        ++m_next;
    return { m_collected.data() + begin, m_collected.data() + m_next };
}

} // namespace Search
