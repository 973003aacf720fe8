// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/pageplan.h"

#include "store/lists/mailfilter.h"
#include "store/mail/mailorder.h"

#include <QList>

#include <algorithm>

namespace Store {

namespace {

// The unit of costs is a step in an index, 40-60 ns. Reading a row of the table takes longer.
constexpr double rowCost = 15;
constexpr double sortedRowCost = 20;

/** A way to read the rows, and its cost. */
struct Way {
    QByteArray index;
    double cost = 0;
};

bool hasTimes(const MailQuery &query)
{
    return query.since || query.before;
}

QByteArray conditions(const MailQuery &query, const MailTotals &totals, bool bySortKey)
{
    const MailFilter filter(query);
    QByteArray where = filter.listing();
    if (query.accountId)
        where += filter.account();
    else if (totals.seen != totals.all)
        where += filter.visible();
    where += filter.folder() + filter.flags();
    where += bySortKey ? filter.timesByKey() : filter.times("created_at");
    return where + filter.afterId("id");
}

/// Ways that read only some of the mails, with the cost of reading all of these. The indexes are in the
/// order of time; `NOT INDEXED` walks the rows by id.
QList<Way> narrowWays(const MailQuery &query, const MailTotals &totals)
{
    QList<Way> ways;
    if (query.accountId)
        ways.append({ "INDEXED BY mails_of_account", double(totals.ofAccount) });
    if (query.isRead == false)
        ways.append({ "INDEXED BY mails_unread", double(totals.unread) });
    if (query.isStarred == true)
        ways.append({ "INDEXED BY mails_starred", double(totals.starred) });
    if (query.afterId > 0)
        ways.append({ "NOT INDEXED", double(totals.lastId - query.afterId) * rowCost });
    return ways;
}

bool isByRowId(const Way &way)
{
    return way.index == "NOT INDEXED";
}

/// The number of steps until the page is full, if `total` of the `entries` match, evenly distributed.
double walk(double entries, qint64 needed, qint64 total)
{
    return std::min(entries, entries * double(needed) / double(std::max<qint64>(total, 1)));
}

QByteArray bestIndex(const MailQuery &query, const MailTotals &totals, qint64 needed, qint64 total)
{
    const bool byTime = query.sort == MailSort::CreatedAt;
    // The entries of the index in the order of the list. With time limits and in the order of time, only a
    // range of them is walked.
    const double entries = byTime && hasTimes(query) ? double(total) : double(totals.all);
    Way best{ orderIndex(query.sort), walk(entries, needed, total) };
    QList<Way> narrow = narrowWays(query, totals);
    if (hasTimes(query) && !byTime)
        narrow.append({ "INDEXED BY mails_by_created", double(total) });
    for (const Way &way : narrow) {
        // Walked in the order of time until the page is full; otherwise read completely and sorted.
        const double cost = byTime && !isByRowId(way) ? walk(way.cost, needed, total)
                                                      : way.cost + double(total) * sortedRowCost;
        if (cost < best.cost)
            best = { way.index, cost };
    }
    return best.index;
}

/// PostgreSQL's indexes contain no id besides their columns. If the low bits of the key are the id, the
/// page can be cut from the index alone.
QByteArray idOf(const MailQuery &query)
{
    if (query.afterId > 0 || (query.sort != MailSort::CreatedAt && query.sort != MailSort::SentAt))
        return "id";
    return query.sort == MailSort::CreatedAt ? "(sort_key & 1073741823) AS id"
                                             : "(sent_key & 1073741823) AS id";
}

const QByteArray threadIndex = "INDEXED BY mails_of_thread ";

/// The condition that no newer mail of the conversation matches `where`. Columns without a table name
/// belong to `newer`.
QByteArray newestCondition(const QByteArray &where, const Dialect &dialect)
{
    return "(thread_id IS NULL OR NOT EXISTS (SELECT 1 FROM mails AS newer "
        + dialect.indexHint(threadIndex) + "WHERE " + where
        + "newer.thread_id = mails.thread_id AND newer.sort_key > mails.sort_key)) AND ";
}

bool hasSortKey(const QByteArray &index)
{
    return index != orderIndex(MailSort::SentAt) && index != orderIndex(MailSort::From)
        && index != orderIndex(MailSort::Subject) && index != orderIndex(MailSort::Size);
}

} // namespace

PagePlan planPage(const MailQuery &query, const MailTotals &totals, qint64 total,
                  const Dialect &dialect)
{
    PagePlan plan;
    plan.limit = std::min<qint64>(query.pageSize, total - query.offset());
    const bool fromEnd = query.offset() > total / 2;
    plan.offset = fromEnd ? total - query.offset() - plan.limit : query.offset();
    plan.index = bestIndex(query, totals, plan.offset + plan.limit, total);
    plan.id = idOf(query);
    plan.where = conditions(query, totals, hasSortKey(plan.index));
    if (query.conversations)
        plan.where += newestCondition(plan.where, dialect);
    plan.inner = orderText(query.sort, query.descending != fromEnd, "");
    plan.outer = orderText(query.sort, query.descending, "m.");
    return plan;
}

PagePlan planUncounted(const MailQuery &query)
{
    const MailTotals someoneElses{ .all = 1 };
    PagePlan plan;
    plan.limit = query.pageSize;
    plan.offset = query.offset();
    plan.id = idOf(query);
    plan.where = conditions(query, someoneElses, query.sort == MailSort::CreatedAt);
    plan.inner = orderText(query.sort, query.descending, "");
    plan.outer = orderText(query.sort, query.descending, "m.");
    return plan;
}

CountPlan planExcess(const MailQuery &query, const MailTotals &totals, const Dialect &dialect)
{
    return { dialect.indexHint(threadIndex), conditions(query, totals, true) };
}

CountPlan planCount(const MailQuery &query, const MailTotals &totals)
{
    Way best{ orderIndex(MailSort::CreatedAt), double(totals.all) };
    for (const Way &way : narrowWays(query, totals)) {
        if (way.cost < best.cost)
            best = way;
    }
    return { best.index, conditions(query, totals, true) };
}

} // namespace Store
