// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/fill/upkeep.h"

#include "store/db/freespace.h"
#include "store/db/transaction.h"
#include "store/search/index/searchindex.h"
#include "store/sql/longwork.h"
#include "store/sql/session.h"

#include <algorithm>

namespace Store {

namespace {

constexpr int pagesAtOnce = 125;

} // namespace

Result<Unmerged> unmergedMails(Session &session)
{
    constexpr qint64 few = 1000;
    Query query = session.query("search_unmerged");
    const bool found = query.exec() && query.next();
    if (query.failed())
        return query.error();
    if (!found)
        return Unmerged();
    const qint64 mails = query.int64("unmerged");
    return Unmerged{ mails, mails >= std::max(few, query.int64("mails") / 4) };
}

Result<bool> mergeSegments(Session &session, MergeExtent extent)
{
    return mergeSomeSegments(session, extent);
}

Result<bool> mergeStep(Session &session)
{
    const Result<bool> isMore = mergeSomeSegments(session, MergeExtent::Whole);
    if (!isMore || *isMore)
        return isMore;
    const LongWork untilDone(session);
    for (const QString &statement : session.dialect().afterImport()) {
        RETURN_IF_ERROR(session.execute(statement));
    }
    return false;
}

Result<bool> hasMuchFreeSpace(Session &session)
{
    constexpr qint64 few = 512; // 8 MiB
    if (session.dialect().reclaimsSpace())
        return false;
    const Result<qint64> pages = session.query("page_count").readNumber();
    RETURN_IF_ERROR(pages);
    const Result<qint64> free = freePages(session);
    RETURN_IF_ERROR(free);
    return *free >= std::max(few, *pages / 16);
}

Result<bool> shrinkStep(Session &session)
{
    Transaction tx(session);
    const Result<bool> isMore = tx.commit(giveBackPages(session, pagesAtOnce));
    if (!isMore || *isMore)
        return isMore;
    RETURN_IF_ERROR(checkpoint(session));
    return false;
}

Result<void> dropEmptyIndex(Session &session)
{
    return dropIndexIfEmpty(session);
}

} // namespace Store
