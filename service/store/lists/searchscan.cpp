// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchscan.h"

#include "store/lists/searchplan.h"
#include "store/mail/mailorder.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qint64 fewMails = 1000; // sorted in less than a millisecond

Result<qint64> countMails(Session &session, const SearchPlan &plan)
{
    const QByteArray where = plan.scanConditions();
    const QByteArray index = session.dialect().indexHint(plan.scanIndex());
    Query count = session.query("search_scan_count", index + where, [&](QByteArray sql) {
        return sql.replace("/*index*/", index).replace("/*where*/", where);
    });
    plan.bind(count, where);
    return count.readNumber();
}

} // namespace

// Many mails are read in their order until the page is full, few are found by the index and sorted.
Result<SearchHits> scanMails(Session &session, const SearchPlan &plan, const MailQuery &query)
{
    const Result<qint64> total = countMails(session, plan);
    RETURN_IF_ERROR(total);
    const QByteArray where = plan.scanConditions();
    const QByteArray order = orderText(query.sort, query.descending, "m.");
    const QByteArray index =
        *total <= fewMails ? session.dialect().indexHint(plan.scanIndex()) : QByteArray();
    Query page = session.query("search_scan", index + order + where, [&](QByteArray sql) {
        return sql.replace("/*index*/", index)
            .replace("/*where*/", where)
            .replace("/*order*/ m.id", order);
    });
    plan.bind(page, where);
    page.bind(u":limit"_s, query.pageSize).bind(u":offset"_s, query.offset());
    Result<QList<qint64>> ids = page.readValues<qint64>();
    RETURN_IF_ERROR(ids);
    return SearchHits{ *std::move(ids), *total };
}

} // namespace Store
