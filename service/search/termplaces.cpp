// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/termplaces.h"

#include "search/places.h"

namespace Search {

TermPlaces::TermPlaces(const Postings &postings, quint32 documents, QByteArrayView places)
    : m_at(places.begin()), m_end(places.end())
{
    forEachDocument(postings, documents,
                    [this](quint32 document) { m_documents.push_back(document); });
}

void TermPlaces::take(quint32 document, std::vector<quint32> &to)
{
    for (; m_next < m_documents.size() && m_documents[m_next] < document; ++m_next)
        skipPlaces(m_at, m_end);
    if (m_next == m_documents.size() || m_documents[m_next] != document)
        return;
    ++m_next;
    takePlaces(m_at, m_end, [&](quint32 place) { to.push_back(place); });
}

} // namespace Search
