// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/firstpage.h"

#include "store/lists/mailfilter.h"
#include "store/lists/mailtotals.h"
#include "store/lists/pageplan.h"
#include "store/lists/threads.h"
#include "store/mail/mailread.h"
#include "store/sql/session.h"
#include "store/sql/sqltext.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qint64 nearEnough = 1000; ///< mails walked without a check whether the end is nearer

QByteArray pageSql(QByteArray sql, const MailQuery &query, const PagePlan &plan, Engine engine)
{
    QByteArray totals = totalsText(sqlText(engine, "mails_totals"), query).trimmed();
    if (totals.endsWith(';'))
        totals.chop(1);
    return sql.replace("/*totals*/ SELECT 0, 0, 0, 0, 0, 0", totals)
        .replace("/*id*/ id", plan.id)
        .replace("/*where*/", plan.where)
        .replace("/*inner*/ sort_key DESC", plan.inner)
        .replace("/*outer*/ m.sort_key DESC", plan.outer);
}

} // namespace

bool isFirstPage(const MailQuery &query)
{
    return !query.hasText() && !query.conversations && !query.isLimited() && !query.accountId
        && query.offset() + query.pageSize <= nearEnough;
}

Result<MailPage> firstPage(Session &session, const MailQuery &query)
{
    const PagePlan plan = planUncounted(query);
    Query rows = session.query("mails_first", plan.where + plan.inner, [&](const QByteArray &sql) {
        return pageSql(sql, query, plan, session.engine());
    });
    bindTotals(rows, query);
    MailFilter(query).bind(rows, plan.where);
    rows.bind(u":limit"_s, plan.limit).bind(u":offset"_s, plan.offset).exec();
    MailPage page;
    while (rows.next()) {
        page.total = rows.int64("total");
        if (!rows.isNull("id")) // past the end, the only row has just the total
            page.items.append(readShortRow(rows));
    }
    if (rows.failed())
        return rows.error();
    const Result<void> sized = countLargeThreads(session, page.items);
    return sized ? Result<MailPage>(page) : sized.error();
}

} // namespace Store
