// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchwalk.h"

#include "store/searchplan.h"
#include "store/session.h"

#include <algorithm>
#include <functional>

namespace Store {

namespace {

/** The walk in one direction, as texts for the marks of search_walk.sql. */
struct Way {
    QByteArray index;
    QByteArray order;
};

Way wayOf(MailSort sort, bool descending)
{
    const QByteArray direction = descending ? " DESC" : " ASC";
    switch (sort) {
    case MailSort::CreatedAt:
        return { "INDEXED BY mails_by_created", "m.sort_key" + direction };
    case MailSort::SentAt:
        return { "INDEXED BY mails_by_sent", "m.sent_key" + direction };
    case MailSort::From:
        return { "INDEXED BY mails_by_from", "m.from_key" + direction + ", m.id" + direction };
    case MailSort::Subject:
        return { "INDEXED BY mails_by_subject",
                 "m.subject_key" + direction + ", m.id" + direction };
    case MailSort::Size:
        return { "INDEXED BY mails_by_size", "m.size" + direction + ", m.id" + direction };
    }
    Q_UNREACHABLE();
}

Query walkAlong(Session &session, const Way &way)
{
    return session.query("search_walk", way.order, [&way](QByteArray sql) {
        return sql.replace("/*index*/", way.index).replace("/*order*/", way.order);
    });
}

} // namespace

Result<std::optional<QList<qint64>>> walkedPage(Session &session, const SearchPlan &plan,
                                                const MailQuery &query, const HitCount &count)
{
    using Page = std::optional<QList<qint64>>;
    const qint64 size = std::clamp<qint64>(count.total - query.offset(), 0, query.pageSize);
    if (size == 0)
        return Page(QList<qint64>());
    // A page of the second half is nearer from the other end.
    const bool fromEnd = query.offset() > count.total / 2;
    qint64 toSkip = fromEnd ? count.total - query.offset() - size : query.offset();
    // A step costs about what reading and sorting one hit does; one that has gone on for as long
    // without filling the page meets its hits too late.
    const qint64 mostSteps = count.total;
    if ((toSkip + size) * plan.mails() > mostSteps * count.total)
        return Page();

    QList<qint64> ids;
    Query mails = walkAlong(session, wayOf(query.sort, query.descending != fromEnd));
    mails.exec();
    for (qint64 steps = 0; ids.size() < size && mails.next(); ++steps) {
        if (steps > mostSteps)
            return Page();
        if (!std::ranges::binary_search(count.newestRows, mails.int64(1), std::greater()))
            continue;
        if (toSkip > 0)
            --toSkip;
        else
            ids.append(mails.int64(0));
    }
    if (mails.failed())
        return mails.error();
    if (fromEnd)
        std::ranges::reverse(ids);
    return Page(ids);
}

} // namespace Store
