// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/renumbering.h"

#include "search/docset.h"

#include <algorithm>
#include <vector>

namespace Search {

namespace {

/** A document that remains. */
struct Document {
    qint64 key = 0;
    quint32 segment = 0;
    quint32 number = 0;
};

std::vector<Document> remaining(const QList<QList<qint64>> &keys, const QList<QList<quint32>> &gone)
{
    std::vector<Document> documents;
    for (qsizetype segment = 0; segment < keys.size(); ++segment) {
        const QList<qint64> &ofSegment = keys[segment];
        DocSet deleted(quint32(ofSegment.size()));
        for (const quint32 number : gone.value(segment))
            deleted.insert(number);
        for (quint32 number = 0; number < deleted.documents(); ++number) {
            if (!deleted.contains(number))
                documents.push_back({ ofSegment[qsizetype(number)], quint32(segment), number });
        }
    }
    return documents;
}

} // namespace

Renumbering renumbered(const QList<QList<qint64>> &keys, const QList<QList<quint32>> &gone)
{
    Renumbering result;
    for (const QList<qint64> &ofSegment : keys)
        result.documents += QList<quint32>(ofSegment.size(), noDocument);
    std::vector<Document> documents = remaining(keys, gone);
    std::stable_sort(documents.begin(), documents.end(),
                     [](const Document &a, const Document &b) { return a.key > b.key; });
    result.keys.reserve(qsizetype(documents.size()));
    for (const Document &document : documents) {
        result.documents[document.segment][document.number] = quint32(result.keys.size());
        result.keys += document.key;
    }
    return result;
}

} // namespace Search
