// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/places.h"
#include "search/postings.h"

#include <QByteArrayView>

#include <vector>

namespace Search {

/** The places of one term in the documents of a segment; read once, in the order of the documents. */
class TermPlaces
{
public:
    /// `documents` is the size of the segment; `places` must outlive it.
    TermPlaces(const Postings &postings, quint32 documents, QByteArrayView places);

    const std::vector<quint32> &documents() const { return m_documents; }

    /// The places in this document, rising; none where the term is not in it. The document is higher than the one
    /// before.
    PlaceReader in(quint32 document);

private:
    std::vector<quint32> m_documents;
    size_t m_next = 0;
    const char *m_at;
    const char *m_end;
};

} // namespace Search
