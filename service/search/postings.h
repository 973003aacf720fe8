// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/docset.h"
#include "search/varint.h"

#include <QByteArray>
#include <QByteArrayView>

#include <algorithm>
#include <bit>
#include <span>

namespace Search {

/** The documents of a term: distances as varints, or a bitmap where many documents have it. */
struct Postings {
    quint32 count = 0; ///< of documents
    QByteArrayView data;
};

/// Whether `count` of a segment's documents are kept as a bitmap.
constexpr bool isDense(quint32 count, quint32 documents)
{
    return quint64(count) * 8 > documents;
}

constexpr qsizetype bitmapBytes(quint32 documents)
{
    return qsizetype(documents / 8) + (documents % 8 != 0 ? 1 : 0);
}

/// Encodes these document numbers, which rise, for a segment of `documents` documents. The data is in
/// `buffer`, which is used again for other terms and only grows.
Postings encodedPostings(std::span<const quint32> numbers, quint32 documents, QByteArray &buffer);

void insertInto(DocSet &set, const Postings &postings);

/// Calls `visit(document)` with rising numbers below `documents`. Stops where the data is damaged.
template<typename Visit>
void forEachDocument(const Postings &postings, quint32 documents, Visit visit)
{
    if (isDense(postings.count, documents)) {
        const qsizetype size = std::min(postings.data.size(), bitmapBytes(documents));
        for (qsizetype i = 0; i < size; ++i) {
            for (unsigned byte = static_cast<unsigned char>(postings.data[i]); byte != 0;
                 byte &= byte - 1) {
                const quint32 document = quint32(i) * 8 + quint32(std::countr_zero(byte));
                if (document >= documents)
                    return;
                visit(document);
            }
        }
        return;
    }
    const char *at = postings.data.begin();
    const char *const end = postings.data.end();
    quint64 lowest = 0; // bound for the next number
    quint64 document = 0;
    for (quint32 i = 0; i < postings.count && at < end; ++i) {
        const quint64 distance = takeVarint(at, end);
        if (distance >= documents)
            return;
        document += distance;
        if (document < lowest || document >= documents)
            return;
        lowest = document + 1;
        visit(quint32(document));
    }
}

} // namespace Search
