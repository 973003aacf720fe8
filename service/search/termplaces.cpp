// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/termplaces.h"

#include <algorithm>

namespace Search {

TermPlaces::TermPlaces(const Postings &postings, quint32 documents, QByteArrayView places)
    : m_at(places.begin()), m_end(places.end())
{
    m_documents.reserve(std::min(postings.count, documents)); // a damaged row may have any count
    forEachDocument(postings, documents,
                    [this](quint32 document) { m_documents.push_back(document); });
}

PlaceReader TermPlaces::in(quint32 document)
{
    for (; m_next < m_documents.size() && m_documents[m_next] < document; ++m_next)
        skipPlaces(m_at, m_end);
    if (m_next == m_documents.size() || m_documents[m_next] != document || m_at == m_end)
        return {};
    ++m_next;
    return PlaceReader(m_at, m_end);
}

} // namespace Search
