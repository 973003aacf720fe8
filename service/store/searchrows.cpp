// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchrows.h"

#include "store/searchplan.h"
#include "store/session.h"

#include <algorithm>
#include <functional>

namespace Store {

namespace {

// "7,12,40" as numbers, highest first.
SearchRows numbersIn(const QByteArray &text)
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

Result<SearchRows> rowsIn(Query &query)
{
    query.exec();
    const bool found = query.next();
    if (query.failed())
        return query.error();
    return found ? numbersIn(query.bytes(0)) : SearchRows();
}

} // namespace

Result<SearchRows> rowsOfWords(Session &session, const SearchPlan &plan)
{
    Query query = session.query("search_rows");
    plan.bindWords(query);
    return rowsIn(query);
}

Result<SearchRows> rowsOfFilters(Session &session, const SearchPlan &plan)
{
    Query query = session.query("search_rows_allowed");
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
