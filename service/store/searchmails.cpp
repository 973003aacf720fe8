// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchmails.h"

#include "store/searchplan.h"
#include "store/searchvector.h"
#include "store/searchwalk.h"
#include "store/searchwindow.h"
#include "store/session.h"
#include "store/transaction.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

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

Result<QList<qint64>> sortedPage(Session &session, const SearchPlan &plan, const MailQuery &query,
                                 const HitCount &count)
{
    if (plan.hasWords() && count.hasAllRows()) {
        const auto walked = walkedPage(session, plan, query, count);
        if (!walked)
            return walked.error();
        if (*walked)
            return **walked;
    }
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

// Oldest first is the same page counted from the other end.
Result<QList<qint64>> pageByTime(Session &session, const SearchPlan &plan, const MailQuery &query,
                                 const HitCount &count)
{
    const qint64 total = count.total;
    const qint64 first = query.offset();
    const qint64 last = std::min(total, first + query.pageSize);
    if (first >= last)
        return QList<qint64>();
    if (query.descending)
        return newestHits(session, plan, count, first, last);
    Result<QList<qint64>> ids = newestHits(session, plan, count, total - last, total - first);
    if (ids)
        std::ranges::reverse(*ids);
    return ids;
}

} // namespace

Result<SearchHits> searchMails(Session &session, const MailQuery &query)
{
    const Snapshot snapshot(session);
    if (session.engine() == Engine::Postgresql)
        return searchVectors(session, query);
    const Result<SearchPlan> plan = SearchPlan::make(session, query);
    if (!plan)
        return plan.error();
    if (plan->findsNothing())
        return SearchHits();
    const bool byTime = plan->hasWords() && query.sort == MailSort::CreatedAt;
    const RowsWanted wanted = !byTime ? RowsWanted::All
        : query.descending            ? RowsWanted::Newest
                                      : RowsWanted::None;
    const Result<HitCount> count = countHits(session, *plan, wanted);
    if (!count)
        return count.error();
    const Result<QList<qint64>> ids = byTime ? pageByTime(session, *plan, query, *count)
                                             : sortedPage(session, *plan, query, *count);
    if (!ids)
        return ids.error();
    return SearchHits{ *ids, count->total };
}

} // namespace Store
