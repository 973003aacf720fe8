// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "search/docset.h"
#include "search/expression.h"
#include "store/search/index/segmentreader.h"

#include <QList>

namespace Store {

class Session;

/** The results of the full text index, within one Snapshot. */
class WordHits
{
public:
    static Result<WordHits> find(Session &session, const Search::Expression &words);

    qint64 total() const { return m_total; }

    /// Sort keys of all hits, in no order. 10 ns a hit.
    Result<QList<qint64>> keys();

    /// Sort keys of hits number first..last-1, newest first. Reads the keys before them as well, or
    /// those behind them where these are fewer.
    Result<QList<qint64>> newest(qint64 first, qint64 last);

private:
    explicit WordHits(const SegmentReader &reader) : m_reader(reader) { }

    SegmentReader m_reader;
    QList<Search::DocSet> m_hits; ///< of each segment, without deleted ones
    QList<qint64> m_counts;
    qint64 m_total = 0;
};

/// Returns number first..last-1 of the keys, sorted by falling value. The keys may be in any order.
QList<qint64> newestOf(QList<qint64> keys, qint64 first, qint64 last);

} // namespace Store
