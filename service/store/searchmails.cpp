// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchmails.h"

#include "store/searchplan.h"
#include "store/session.h"
#include "store/transaction.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** One hit in the order of the index, which is that of time but for bursts. */
struct Hit {
    qint64 row = 0;
    qint64 sortKey = 0;

    qint64 mailId() const { return sortKey & ((qint64(1) << 30) - 1); }
    qint64 timeRow() const { return (sortKey >> 30) * 4; } ///< where its time alone would put it
};

QByteArray orderText(const MailQuery &query)
{
    const QByteArray direction = query.descending ? " DESC" : " ASC";
    switch (query.sort) {
    case MailSort::CreatedAt:
        return "m.sort_key" + direction;
    case MailSort::SentAt:
        return "m.sent_key" + direction;
    case MailSort::From:
        return "m.from_key" + direction + ", m.id" + direction;
    case MailSort::Subject:
        return "m.subject_key" + direction + ", m.id" + direction;
    case MailSort::Size:
        return "m.size" + direction + ", m.id" + direction;
    }
    Q_UNREACHABLE();
}

Result<qint64> countHits(Session &session, const SearchPlan &plan)
{
    Query count = session.query(!plan.hasWords()        ? "search_scan_count"
                                    : plan.isFiltered() ? "search_count_filtered"
                                                        : "search_count");
    plan.bind(count);
    if (!count.exec() || !count.next())
        return count.error();
    return count.int64(0);
}

Result<QList<qint64>> sortedPage(Session &session, const SearchPlan &plan, const MailQuery &query)
{
    const QByteArray order = orderText(query);
    const auto expand = [&order](QByteArray sql) {
        return sql.replace("/*order*/", order);
    };
    Query page = plan.hasWords()
        ? session.query(plan.isFiltered() ? "search_page_sorted" : "search_page_sorted_all", order,
                        expand)
        : session.query("search_scan", order, expand);
    plan.bind(page);
    page.bind(u":limit"_s, query.pageSize).bind(u":offset"_s, query.offset());
    QList<qint64> ids;
    page.exec();
    while (page.next())
        ids.append(page.int64(0));
    return page.failed() ? Result<QList<qint64>>(page.error()) : Result<QList<qint64>>(ids);
}

// Hits number first..last-1 of the index, newest first.
Result<QList<Hit>> hitsBetween(Session &session, const SearchPlan &plan, qint64 first, qint64 last)
{
    Query rows = session.query(plan.isFiltered() ? "search_page_filtered" : "search_page");
    plan.bind(rows);
    rows.bind(u":limit"_s, last - first).bind(u":offset"_s, first);
    QList<Hit> hits;
    rows.exec();
    while (rows.next())
        hits.append({ rows.int64(0), rows.int64(1) });
    return rows.failed() ? Result<QList<Hit>>(rows.error()) : Result<QList<Hit>>(hits);
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

Result<QList<qint64>> newestFirst(Session &session, const SearchPlan &plan, qint64 first,
                                  qint64 last, qint64 total)
{
    for (qint64 margin = 8;; margin *= 8) {
        const qint64 low = std::max<qint64>(0, first - margin);
        const qint64 high = std::min(total, last + margin);
        const Result<QList<Hit>> hits = hitsBetween(session, plan, low, high);
        if (!hits)
            return hits.error();
        if (hits->size() != high - low)
            return Error{ Error::Code::Storage, u"The search index does not fit the mails."_s };
        Window window{ *hits, low == 0, high == total, hits->first().row, hits->last().row };
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

// Oldest first is the same page counted from the other end.
Result<QList<qint64>> pageByTime(Session &session, const SearchPlan &plan, const MailQuery &query,
                                 qint64 total)
{
    const qint64 first = query.offset();
    const qint64 last = std::min(total, first + query.pageSize);
    if (first >= last)
        return QList<qint64>();
    if (query.descending)
        return newestFirst(session, plan, first, last, total);
    Result<QList<qint64>> ids = newestFirst(session, plan, total - last, total - first, total);
    if (ids)
        std::ranges::reverse(*ids);
    return ids;
}

} // namespace

Result<SearchHits> searchMails(Session &session, const MailQuery &query)
{
    const Snapshot snapshot(session);
    const Result<SearchPlan> plan = SearchPlan::make(session, query);
    if (!plan)
        return plan.error();
    if (plan->findsNothing())
        return SearchHits();
    const Result<qint64> total = countHits(session, *plan);
    if (!total)
        return total.error();
    const bool byTime = plan->hasWords() && query.sort == MailSort::CreatedAt;
    const Result<QList<qint64>> ids =
        byTime ? pageByTime(session, *plan, query, *total) : sortedPage(session, *plan, query);
    if (!ids)
        return ids.error();
    return SearchHits{ *ids, *total };
}

} // namespace Store
