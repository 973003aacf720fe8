// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchscan.h"

#include "store/lists/searchplan.h"
#include "store/mail/mailorder.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<SearchHits> scanMails(Session &session, const SearchPlan &plan, const MailQuery &query)
{
    SearchHits hits;
    Query count = session.query("search_scan_count");
    plan.bindScan(count);
    if (!count.exec() || !count.next())
        return count.error();
    hits.total = count.int64(0);

    const QByteArray order = orderText(query.sort, query.descending, "m.");
    Query page = session.query("search_scan", order, [&order](QByteArray sql) {
        return sql.replace("/*order*/ m.id", order);
    });
    plan.bindScan(page);
    page.bind(u":limit"_s, query.pageSize).bind(u":offset"_s, query.offset()).exec();
    while (page.next())
        hits.ids.append(page.int64(0));
    return page.failed() ? Result<SearchHits>(page.error()) : Result<SearchHits>(hits);
}

} // namespace Store
