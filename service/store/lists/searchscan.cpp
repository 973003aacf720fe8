// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchscan.h"

#include "store/lists/searchplan.h"
#include "store/mail/mailorder.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qint64 fewMails = 1000; // sorted in less than a millisecond

Query pageQuery(Session &session, const char *statement, const QByteArray &index,
                const QByteArray &where, const QByteArray &order)
{
    return session.query(statement, index + order + where, [&](QByteArray sql) {
        return sql.replace("/*index*/", index)
            .replace("/*where*/", where)
            .replace("/*order*/ m.id", order);
    });
}

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

/// Whether reading and sorting all `total` mails is quicker than reading all mails of the database in the order of
/// the list until the page is full.
bool isQuickerSorted(const SearchPlan &plan, const MailQuery &query, qint64 total)
{
    return total <= fewMails || total * total <= (query.offset() + query.pageSize) * plan.mails();
}

} // namespace

Result<SearchHits> scanMails(Session &session, const SearchPlan &plan, const MailQuery &query)
{
    const Result<qint64> total = countMails(session, plan);
    RETURN_IF_ERROR(total);
    const QByteArray where = plan.scanConditions();
    const QByteArray order = orderText(query.sort, query.descending, "m.");
    Query page = isQuickerSorted(plan, query, *total)
        ? pageQuery(session, "search_scan_few", session.dialect().indexHint(plan.scanIndex()),
                    where, order)
        : pageQuery(session, "search_scan", QByteArray(), where, order);
    plan.bind(page, where);
    page.bind(u":limit"_s, query.pageSize).bind(u":offset"_s, query.offset());
    Result<QList<qint64>> ids = page.readValues<qint64>();
    RETURN_IF_ERROR(ids);
    return SearchHits{ *std::move(ids), *total };
}

} // namespace Store
