// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchscan.h"

#include "store/lists/searchplan.h"
#include "store/mail/mailorder.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<SearchHits> scanMails(Session &session, const SearchPlan &plan, const MailQuery &query)
{
    const QByteArray where = plan.scanConditions();
    Query count = session.query("search_scan_count", where, [&where](QByteArray sql) {
        return sql.replace("/*where*/", where);
    });
    plan.bind(count, where);
    const Result<qint64> total = count.readNumber();
    RETURN_IF_ERROR(total);

    const QByteArray order = orderText(query.sort, query.descending, "m.");
    Query page = session.query("search_scan", order + where, [&](QByteArray sql) {
        return sql.replace("/*where*/", where).replace("/*order*/ m.id", order);
    });
    plan.bind(page, where);
    page.bind(u":limit"_s, query.pageSize).bind(u":offset"_s, query.offset());
    Result<QList<qint64>> ids = page.readValues<qint64>();
    RETURN_IF_ERROR(ids);
    return SearchHits{ *std::move(ids), *total };
}

} // namespace Store
