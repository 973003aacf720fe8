// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/mailpage.h"

#include "store/db/transaction.h"
#include "store/lists/firstpage.h"
#include "store/lists/mailfilter.h"
#include "store/lists/pageplan.h"
#include "store/lists/searchmails.h"
#include "store/lists/searchwhere.h"
#include "store/lists/threads.h"
#include "store/mail/mailread.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<qint64> countMails(Session &session, const MailQuery &mails, const MailTotals &totals)
{
    const CountPlan plan = planCount(mails, totals);
    Query query = session.query("mails_count", plan.index + plan.where, [&](QByteArray sql) {
        return sql.replace("/*index*/", session.dialect().indexHint(plan.index))
            .replace("/*where*/", plan.where);
    });
    MailFilter(mails).bind(query, plan.where);
    return query.readNumber();
}

Result<qint64> askExcess(Session &session, const MailQuery &mails, const CountPlan &plan)
{
    Query query = session.query("threads_excess", plan.where, [&](QByteArray sql) {
        return sql.replace("/*index*/", plan.index).replace("/*where*/", plan.where);
    });
    MailFilter(mails).bind(query, plan.where);
    return query.readNumber();
}

QByteArray questionOf(const MailQuery &mails, const CountPlan &plan)
{
    const auto number = [](qint64 value) {
        return ' ' + QByteArray::number(value);
    };
    return plan.where + number(mails.viewer.ownerFilter()) + number(mails.accountId.value_or(0))
        + number(mails.since.value_or(-1)) + number(mails.before.value_or(-1))
        + number(mails.afterId) + ' ' + folderPath(mails).toUtf8();
}

/// The number of matching mails that are not the newest one of their conversation. Costs 0.1 ms for a
/// thousand mails.
Result<qint64> countExcess(Session &session, const MailQuery &mails, const MailTotals &totals)
{
    const CountPlan plan = planExcess(mails, totals, session.dialect());
    CommitCache<qint64> *const cache = session.counts();
    if (!cache)
        return askExcess(session, mails, plan);
    const Result<QByteArray> version = session.dataVersion();
    RETURN_IF_ERROR(version);
    const QByteArray question = questionOf(mails, plan);
    if (const qint64 *const known = cache->find(*version, question))
        return *known;
    const Result<qint64> excess = askExcess(session, mails, plan);
    if (excess)
        cache->keep(question, *excess);
    return excess;
}

Result<qint64> totalOf(Session &session, const MailQuery &mails, const MailTotals &totals)
{
    Result<qint64> total = totals.matching;
    if (mails.isLimited() && totals.matching > 0)
        total = countMails(session, mails, totals);
    if (!total || *total == 0 || !mails.conversations)
        return total;
    const Result<qint64> excess = countExcess(session, mails, totals);
    return excess ? Result<qint64>(*total - *excess) : excess;
}

QByteArray pageSql(QByteArray sql, const QByteArray &index, const PagePlan &plan)
{
    return sql.replace("/*id*/ id", plan.id)
        .replace("/*index*/", index)
        .replace("/*where*/", plan.where)
        .replace("/*inner*/ sort_key DESC", plan.inner)
        .replace("/*outer*/ m.sort_key DESC", plan.outer);
}

Result<QList<MailRow>> readPage(Session &session, const MailQuery &mails, const PagePlan &plan)
{
    Query query =
        session.query("mails_page", plan.index + plan.where + plan.inner + plan.outer,
                      [&](const QByteArray &sql) {
                          return pageSql(sql, session.dialect().indexHint(plan.index), plan);
                      });
    MailFilter(mails).bind(query, plan.where);
    query.bind(u":limit"_s, plan.limit).bind(u":offset"_s, plan.offset).exec();
    QList<MailRow> rows;
    rows.reserve(plan.limit);
    while (query.next())
        rows.append(readShortRow(query));
    if (query.failed())
        return query.error();
    const Result<void> sized = countLargeThreads(session, rows);
    return sized ? Result<QList<MailRow>>(rows) : sized.error();
}

Result<MailPage> pageOfHits(Session &session, const SearchWhere &where)
{
    const Result<SearchHits> hits = searchMails(session, where);
    RETURN_IF_ERROR(hits);
    const Result<QList<MailRow>> rows = mailsByIds(session, hits->ids);
    RETURN_IF_ERROR(rows);
    return MailPage{ *rows, hits->total };
}

/// Whether the viewer sees the requested account.
Result<bool> seesAccount(Session &session, const MailQuery &mails)
{
    if (!mails.accountId)
        return true;
    Query query = session.query("accounts_seen");
    query.bind(u":id"_s, *mails.accountId).bind(u":owner"_s, mails.viewer.ownerFilter());
    const Result<qint64> count = query.readNumber();
    RETURN_IF_ERROR(count);
    return *count > 0;
}

Result<MailTotals> totalsFor(Session &session, const MailQuery &mails)
{
    Result<MailTotals> totals = totalsOf(session, mails);
    if (!totals || mails.afterId <= 0)
        return totals;
    const Result<qint64> lastId = session.query("mails_last_id").readNumber();
    RETURN_IF_ERROR(lastId);
    totals->lastId = *lastId;
    return totals;
}

Result<MailPage> pageOfList(Session &session, const MailQuery &query)
{
    const Result<MailTotals> totals = totalsFor(session, query);
    RETURN_IF_ERROR(totals);
    const Result<qint64> total = totalOf(session, query, *totals);
    RETURN_IF_ERROR(total);
    if (query.offset() >= *total)
        return MailPage{ {}, *total };
    const PagePlan plan = planPage(query, *totals, *total, session.dialect());
    const Result<QList<MailRow>> rows = readPage(session, query, plan);
    RETURN_IF_ERROR(rows);
    return MailPage{ *rows, *total };
}

} // namespace

Result<MailPage> listMails(Session &session, const MailQuery &query)
{
    if (session.dialect().costsRoundTrips() && isFirstPage(query))
        return firstPage(session, query);
    const Snapshot snapshot(session);
    const Result<bool> seen = seesAccount(session, query);
    RETURN_IF_ERROR(seen);
    if (!*seen)
        return MailPage{};
    if (!query.hasText())
        return pageOfList(session, query);
    const Result<SearchWhere> where = searchWhere(session, query);
    RETURN_IF_ERROR(where);
    const std::optional<MailQuery> list = asList(*where);
    return list ? pageOfList(session, *list) : pageOfHits(session, *where);
}

} // namespace Store
