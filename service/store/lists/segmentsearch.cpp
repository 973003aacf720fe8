// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/segmentsearch.h"

#include "store/lists/searchfilter.h"
#include "store/lists/searchplan.h"
#include "store/lists/searchscan.h"
#include "store/lists/searchwalk.h"
#include "store/lists/wordhits.h"
#include "store/mail/mailorder.h"
#include "store/sql/mailids.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** A range of the hits, numbered from the newest. */
struct Stretch {
    qint64 first = 0;
    qint64 last = 0; ///< not included
};

// A page with the oldest hits first is counted from the other end.
Stretch stretchOf(const MailQuery &query, qint64 total)
{
    const qint64 first = std::min(query.offset(), total);
    const qint64 last = std::min(total, first + query.pageSize);
    return query.descending ? Stretch{ first, last } : Stretch{ total - last, total - first };
}

SearchHits pageByTime(const MailQuery &query, const QList<qint64> &newestFirst, qint64 total)
{
    SearchHits hits{ mailIdsOf(newestFirst), total };
    if (!query.descending)
        std::ranges::reverse(hits.ids);
    return hits;
}

Result<SearchHits> newestPage(WordHits &words, const MailQuery &query)
{
    const Stretch stretch = stretchOf(query, words.total());
    const Result<QList<qint64>> keys = words.newest(stretch.first, stretch.last);
    return keys ? Result<SearchHits>(pageByTime(query, *keys, words.total())) : keys.error();
}

Result<QList<qint64>> sortedIds(Session &session, const QList<qint64> &keys, const MailQuery &query)
{
    const QByteArray order = orderText(query.sort, query.descending, "m.");
    Query page = session.query("search_ids_sorted", order, [&order](QByteArray sql) {
        return sql.replace("/*order*/ m.id", order);
    });
    page.bind(u":ids"_s, session.dialect().numberList(mailIdsOf(keys)))
        .bind(u":limit"_s, query.pageSize)
        .bind(u":offset"_s, query.offset());
    return page.readValues<qint64>();
}

Result<SearchHits> sortedPage(Session &session, const SearchPlan &plan, const MailQuery &query,
                              const QList<qint64> &keys)
{
    const auto walked = walkedPage(session, query, keys, plan.mails());
    RETURN_IF_ERROR(walked);
    if (*walked)
        return SearchHits{ **walked, keys.size() };
    const Result<QList<qint64>> ids = sortedIds(session, keys, query);
    return ids ? Result<SearchHits>(SearchHits{ *ids, keys.size() }) : ids.error();
}

Result<SearchHits> searchWords(Session &session, const SearchPlan &plan, const MailQuery &query)
{
    Result<WordHits> words = WordHits::find(session, plan.words());
    RETURN_IF_ERROR(words);
    const bool byTime = query.sort == MailSort::CreatedAt;
    if (byTime && !plan.isFiltered())
        return newestPage(*words, query);
    Result<QList<qint64>> keys = words->keys();
    if (keys && plan.isFiltered())
        keys = filteredKeys(session, plan, std::move(*keys));
    RETURN_IF_ERROR(keys);
    if (!byTime)
        return sortedPage(session, plan, query, *keys);
    const qint64 total = keys->size();
    const Stretch stretch = stretchOf(query, total);
    return pageByTime(query, newestOf(std::move(*keys), stretch.first, stretch.last), total);
}

} // namespace

Result<SearchHits> searchSegments(Session &session, const SearchWhere &where)
{
    const Result<SearchPlan> plan = SearchPlan::make(session, where);
    RETURN_IF_ERROR(plan);
    if (plan->findsNothing())
        return SearchHits();
    const MailQuery &query = where.filters;
    return plan->hasWords() ? searchWords(session, *plan, query) : scanMails(session, *plan, query);
}

} // namespace Store
