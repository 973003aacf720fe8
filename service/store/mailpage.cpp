// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mailpage.h"

#include "store/mailread.h"
#include "store/pageplan.h"
#include "store/searchmails.h"
#include "store/session.h"
#include "store/sortkey.h"
#include "store/transaction.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

int asNumber(const std::optional<bool> &flag)
{
    return flag ? int(*flag) : -1;
}

Result<MailTotals> totalsOf(Session &session, const MailQuery &mails)
{
    const ListingRange listings = listingRange(mails);
    Query query = session.query("mails_totals");
    query.bind(u":owner"_s, mails.viewer.ownerFilter());
    query.bind(u":account"_s, mails.accountId.value_or(0));
    query.bind(u":low"_s, int(listings.low)).bind(u":high"_s, int(listings.high));
    query.bind(u":read"_s, asNumber(mails.isRead)).bind(u":starred"_s, asNumber(mails.isStarred));
    query.bind(u":attachment"_s, asNumber(mails.hasAttachment));
    query.bind(u":path"_s, folderPath(mails)).exec();
    MailTotals totals;
    if (query.next())
        totals = { query.int64(0),
                   query.int64(1),
                   query.int64(2),
                   query.int64(3),
                   query.int64(4),
                   query.int64(5),
                   0 };
    if (query.failed())
        return query.error();
    return totals;
}

Result<qint64> oneNumber(Query query)
{
    query.exec();
    const qint64 number = query.next() ? query.int64(0) : 0;
    if (query.failed())
        return query.error();
    return number;
}

/// Values for the conditions that `where` has.
void bindConditions(Query &query, const MailQuery &mails, const QByteArray &where)
{
    const ListingRange listings = listingRange(mails);
    query.bind(u":low"_s, int(listings.low)).bind(u":high"_s, int(listings.high));
    if (mails.accountId)
        query.bind(u":account"_s, *mails.accountId);
    if (where.contains(":owner"))
        query.bind(u":owner"_s, mails.viewer.ownerFilter());
    if (where.contains(":path"))
        query.bind(u":path"_s, folderPath(mails));
    const bool bySortKey = where.contains("sort_key");
    const auto time = [bySortKey](qint64 at) {
        return bySortKey ? sortKey(at, 0) : at;
    };
    if (mails.since)
        query.bind(u":since"_s, time(*mails.since));
    if (mails.before)
        query.bind(u":before"_s, time(*mails.before));
    if (mails.afterId > 0)
        query.bind(u":after_id"_s, mails.afterId);
}

/// PostgreSQL finds the way itself, from its statistics.
QByteArray indexFor(const Session &session, const QByteArray &index)
{
    return session.engine() == Engine::Sqlite ? index : QByteArray();
}

Result<qint64> countMails(Session &session, const MailQuery &mails, const MailTotals &totals)
{
    const CountPlan plan = planCount(mails, totals);
    Query query = session.query("mails_count", plan.index + plan.where, [&](QByteArray sql) {
        return sql.replace("/*index*/", indexFor(session, plan.index))
            .replace("/*where*/", plan.where);
    });
    bindConditions(query, mails, plan.where);
    return oneNumber(std::move(query));
}

// PostgreSQL's indexes have no id beside their columns: where the page can be cut from one alone, it is
// taken from the low bits of the key.
QByteArray idIn(const MailQuery &mails)
{
    if (mails.afterId > 0 || (mails.sort != MailSort::CreatedAt && mails.sort != MailSort::SentAt))
        return "id";
    return mails.sort == MailSort::CreatedAt ? "(sort_key & 1073741823) AS id"
                                             : "(sent_key & 1073741823) AS id";
}

QByteArray pageSql(QByteArray sql, const QByteArray &index, const QByteArray &id,
                   const PagePlan &plan)
{
    return sql.replace("/*id*/ id", id)
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
                          return pageSql(sql, indexFor(session, plan.index), idIn(mails), plan);
                      });
    bindConditions(query, mails, plan.where);
    query.bind(u":limit"_s, plan.limit).bind(u":offset"_s, plan.offset).exec();
    QList<MailRow> rows;
    rows.reserve(plan.limit);
    while (query.next())
        rows.append(readMailRow(query));
    if (query.failed())
        return query.error();
    return rows;
}

Result<MailPage> pageOfHits(Session &session, const MailQuery &mails)
{
    const Result<SearchHits> hits = searchMails(session, mails);
    if (!hits)
        return hits.error();
    const Result<QList<MailRow>> rows = mailsByIds(session, hits->ids);
    if (!rows)
        return rows.error();
    return MailPage{ *rows, hits->total };
}

/// Whether the account asked for is one that the viewer sees.
Result<bool> seesAccount(Session &session, const MailQuery &mails)
{
    if (!mails.accountId)
        return true;
    Query query = session.query("accounts_seen");
    query.bind(u":id"_s, *mails.accountId).bind(u":owner"_s, mails.viewer.ownerFilter());
    const Result<qint64> count = oneNumber(std::move(query));
    if (!count)
        return count.error();
    return *count > 0;
}

bool isLimited(const MailQuery &mails)
{
    return mails.since || mails.before || mails.afterId > 0;
}

Result<MailTotals> totalsFor(Session &session, const MailQuery &mails)
{
    Result<MailTotals> totals = totalsOf(session, mails);
    if (!totals || mails.afterId <= 0)
        return totals;
    const Result<qint64> lastId = oneNumber(session.query("mails_last_id"));
    if (!lastId)
        return lastId.error();
    totals->lastId = *lastId;
    return totals;
}

} // namespace

Result<MailPage> listMails(Session &session, const MailQuery &query)
{
    const Snapshot snapshot(session);
    const Result<bool> seen = seesAccount(session, query);
    if (!seen)
        return seen.error();
    if (!*seen)
        return MailPage{};
    if (query.hasText())
        return pageOfHits(session, query);
    const Result<MailTotals> totals = totalsFor(session, query);
    if (!totals)
        return totals.error();
    const Result<qint64> total = isLimited(query) && totals->matching > 0
        ? countMails(session, query, *totals)
        : Result<qint64>(totals->matching);
    if (!total)
        return total.error();
    if (query.offset() >= *total)
        return MailPage{ {}, *total };
    const Result<QList<MailRow>> rows = readPage(session, query, planPage(query, *totals, *total));
    if (!rows)
        return rows.error();
    return MailPage{ *rows, *total };
}

} // namespace Store
