// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/wordhits.h"

#include "search/evaluate.h"

#include <algorithm>
#include <functional>

namespace Store {

Result<WordHits> WordHits::find(Session &session, const Search::Expression &words)
{
    Result<SegmentReader> reader = SegmentReader::make(session);
    RETURN_IF_ERROR(reader);
    WordHits found(*reader);
    Result<QList<Search::DocSet>> hits = Search::evaluate(found.m_reader, words);
    RETURN_IF_ERROR(hits);
    for (qsizetype segment = 0; segment < hits->size(); ++segment) {
        Search::DocSet &documents = (*hits)[segment];
        const bool isEmpty = documents.isEmpty();
        const auto deleted = isEmpty ? Search::DocSet() : found.m_reader.deleted(segment);
        RETURN_IF_ERROR(deleted);
        if (deleted->documents() > 0)
            documents -= *deleted;
        found.m_counts.append(isEmpty ? 0 : documents.count());
        found.m_total += found.m_counts.last();
    }
    found.m_hits = std::move(*hits);
    return found;
}

Result<QList<qint64>> WordHits::keys()
{
    QList<qint64> keys;
    keys.reserve(m_total);
    for (qsizetype segment = 0; segment < m_hits.size(); ++segment) {
        const auto read = m_reader.readKeys(segment, m_hits[segment], 0, m_counts[segment], keys);
        RETURN_IF_ERROR(read);
    }
    return keys;
}

// One segment may contain the whole page, so up to `reach` hits are read from each segment, counted from
// the end that is nearer to the page.
Result<QList<qint64>> WordHits::newest(qint64 first, qint64 last)
{
    const bool fromEnd = first > m_total / 2;
    const qint64 reach = fromEnd ? m_total - first : last;
    QList<qint64> keys;
    for (qsizetype segment = 0; segment < m_hits.size(); ++segment) {
        const qint64 count = m_counts[segment];
        const qint64 begin = fromEnd ? std::max<qint64>(0, count - reach) : 0;
        const qint64 end = fromEnd ? count : std::min(count, reach);
        const auto read = m_reader.readKeys(segment, m_hits[segment], begin, end, keys);
        RETURN_IF_ERROR(read);
    }
    const qint64 skipped = fromEnd ? m_total - keys.size() : 0;
    return newestOf(std::move(keys), first - skipped, last - skipped);
}

QList<qint64> newestOf(QList<qint64> keys, qint64 first, qint64 last)
{
    last = std::min<qint64>(last, keys.size());
    if (first >= last)
        return {};
    const auto begin = keys.begin() + first;
    const auto end = keys.begin() + last;
    std::nth_element(keys.begin(), begin, keys.end(), std::greater());
    std::partial_sort(begin, end, keys.end(), std::greater());
    return QList<qint64>(begin, end);
}

} // namespace Store
