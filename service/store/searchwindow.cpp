// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchwindow.h"

#include "store/searchindex.h"
#include "store/searchplan.h"
#include "store/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** One hit in the order of the index, which is that of time but for bursts. */
struct Hit {
    qint64 row = 0;
    qint64 sortKey = 0;

    qint64 mailId() const { return sortKey & ((qint64(1) << 30) - 1); }
    qint64 timeRow() const { return searchRowOf(sortKey >> 30); } ///< where its time alone puts it
};

Result<QList<Hit>> readHits(Query &query)
{
    QList<Hit> hits;
    query.exec();
    while (query.next())
        hits.append({ query.int64(0), query.int64(1) });
    return query.failed() ? Result<QList<Hit>>(query.error()) : Result<QList<Hit>>(hits);
}

// Hits number low..high-1 of the index, newest first.
Result<QList<Hit>> hitsBetween(Session &session, const SearchPlan &plan, const HitCount &count,
                               qint64 low, qint64 high)
{
    if (high <= count.newestRows.size()) {
        QByteArrayList rows;
        for (qint64 i = low; i < high; ++i)
            rows.append(QByteArray::number(count.newestRows[i]));
        Query known = session.query("search_hits");
        known.bind(u":rows"_s, QString::fromLatin1('[' + rows.join(',') + ']'));
        return readHits(known);
    }
    Query rows = session.query(plan.isFiltered() ? "search_page_filtered" : "search_page");
    plan.bind(rows);
    rows.bind(u":limit"_s, high - low).bind(u":offset"_s, low);
    return readHits(rows);
}

/** A stretch of hits around a page, and what lies outside it. */
struct Window {
    QList<Hit> hits; ///< in exact order once sorted
    bool startsAtNewest = false;
    bool endsAtOldest = false;
    qint64 highestRow = 0;
    qint64 lowestRow = 0;
};

// A burst of mails of one time spills into the rows of later times. A hit above the window is
// newer than highestRow - spill, one below it older than lowestRow: a page between these is exact.
bool isExact(const Window &window, const Hit &newest, const Hit &oldest, qint64 spill)
{
    return (window.startsAtNewest || newest.timeRow() <= window.highestRow - spill)
        && (window.endsAtOldest || oldest.timeRow() >= window.lowestRow);
}

// The row above which the newest thousand mails stand; 0: there are not so many.
Result<qint64> recentRow(Session &session)
{
    Query recent = session.query("search_recent");
    const bool found = recent.exec() && recent.next();
    if (recent.failed())
        return recent.error();
    return found ? recent.int64(0) : 0;
}

Result<HitCount> countWithNewest(Session &session, const SearchPlan &plan)
{
    const Result<qint64> recent = recentRow(session);
    if (!recent)
        return recent.error();
    Query query = session.query("search_count_newest");
    plan.bind(query);
    query.bind(u":recent"_s, *recent);
    if (!query.exec() || !query.next())
        return query.error();
    return HitCount{ query.int64(0), rowsInText(query.bytes(1)) };
}

Result<HitCount> countBy(Session &session, const SearchPlan &plan, const char *statement)
{
    Query count = session.query(statement);
    plan.bind(count);
    if (!count.exec() || !count.next())
        return count.error();
    return HitCount{ count.int64(0), {} };
}

} // namespace

Result<HitCount> countHits(Session &session, const SearchPlan &plan, RowsWanted wanted)
{
    if (!plan.hasWords())
        return countBy(session, plan, "search_scan_count");
    if (!plan.isFiltered() && wanted == RowsWanted::None)
        return countBy(session, plan, "search_count");
    if (!plan.isFiltered() && wanted == RowsWanted::Newest)
        return countWithNewest(session, plan);
    const Result<SearchRows> rows = rowsOfWords(session, plan);
    if (!rows)
        return rows.error();
    if (!plan.isFiltered())
        return HitCount{ rows->size(), *rows };
    if (!plan.isQuickerByRows(rows->size()))
        return countBy(session, plan, "search_count_filtered");
    const Result<SearchRows> allowed = rowsOfFilters(session, plan);
    if (!allowed)
        return allowed.error();
    const SearchRows hits = inBoth(*rows, *allowed);
    return HitCount{ hits.size(), hits };
}

Result<QList<qint64>> newestHits(Session &session, const SearchPlan &plan, const HitCount &count,
                                 qint64 first, qint64 last)
{
    for (qint64 margin = 8;; margin *= 8) {
        const qint64 low = std::max<qint64>(0, first - margin);
        const qint64 high = std::min(count.total, last + margin);
        const Result<QList<Hit>> hits = hitsBetween(session, plan, count, low, high);
        if (!hits)
            return hits.error();
        if (hits->size() != high - low)
            return Error{ Error::Code::Storage, u"The search index does not fit the mails."_s };
        Window window{ *hits, low == 0, high == count.total, hits->first().row, hits->last().row };
        std::ranges::sort(window.hits, std::greater<>(), &Hit::sortKey);
        const QList<Hit> page = window.hits.mid(first - low, last - first);
        if (!isExact(window, page.first(), page.last(), plan.spill()))
            continue;
        QList<qint64> ids;
        for (const Hit &hit : page)
            ids.append(hit.mailId());
        return ids;
    }
}

} // namespace Store
