// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchrows.h"

#include "store/searchplan.h"
#include "store/session.h"

#include <algorithm>
#include <functional>

namespace Store {

namespace {

/** The index with the fewest rows to read, as texts for the marks of search_rows_allowed.sql. */
struct Way {
    QByteArray index;
    QByteArray flag; ///< the condition of a partial index, which SQLite wants to see as it is
};

Way wayOf(const MailQuery &filters)
{
    if (filters.isStarred == true)
        return { "INDEXED BY mails_starred_by_search_row", "m.is_starred = 1 AND" };
    if (filters.isRead == false)
        return { "INDEXED BY mails_unread_by_search_row", "m.is_read = 0 AND" };
    return { "INDEXED BY mails_by_search_row", {} };
}

Result<SearchRows> rowsIn(Query &query)
{
    query.exec();
    const bool found = query.next();
    if (query.failed())
        return query.error();
    return found ? rowsInText(query.bytes(0)) : SearchRows();
}

} // namespace

SearchRows rowsInText(const QByteArray &text)
{
    SearchRows rows;
    if (text.isEmpty())
        return rows;
    rows.reserve(std::ranges::count(text, ',') + 1);
    qint64 number = 0;
    for (const char c : text) {
        if (c != ',') {
            number = number * 10 + (c - '0');
            continue;
        }
        rows.append(number);
        number = 0;
    }
    rows.append(number);
    if (std::ranges::is_sorted(rows))
        std::ranges::reverse(rows);
    else
        std::ranges::sort(rows, std::greater());
    return rows;
}

Result<SearchRows> rowsOfWords(Session &session, const SearchPlan &plan)
{
    Query query = session.query("search_rows");
    plan.bindWords(query);
    return rowsIn(query);
}

Result<SearchRows> rowsOfFilters(Session &session, const SearchPlan &plan)
{
    const Way way = wayOf(plan.filters());
    Query query = session.query("search_rows_allowed", way.index, [&way](QByteArray sql) {
        return sql.replace("/*index*/", way.index).replace("/*flag*/", way.flag);
    });
    plan.bindFilters(query);
    return rowsIn(query);
}

SearchRows inBoth(const SearchRows &a, const SearchRows &b)
{
    SearchRows both;
    std::ranges::set_intersection(a, b, std::back_inserter(both), std::greater());
    return both;
}

} // namespace Store
