// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/fill/upkeep.h"

#include "store/db/freespace.h"
#include "store/db/transaction.h"
#include "store/search/index/searchindex.h"
#include "store/search/index/segmentmerging.h"
#include "store/sql/longwork.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr int pagesAtOnce = 500;

Result<qint64> number(Query query)
{
    const bool found = query.exec() && query.next();
    if (query.failed())
        return query.error();
    return found ? query.int64(0) : 0;
}

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
    const qint64 mails = query.int64(0);
    return Unmerged{ mails, mails >= std::max(few, query.int64(1) / 4) };
}

Result<void> flushIndex(Session &session)
{
    if (session.engine() == Engine::Sqlite)
        return {};
    return session.query("search_merge").run();
}

// PostgreSQL does all this automatically, within minutes. Until then its statistics are those of an empty
// mailbox, and a list page reads the row of each mail that it passes, because only VACUUM marks the pages
// whose rows are visible to all transactions.
static Result<bool> bringInOrder(Session &session)
{
    const LongWork untilDone(session);
    RETURN_IF_ERROR(flushIndex(session));
    for (const QString &table : { u"mails"_s, u"search_docs"_s, u"bodies"_s, u"attachments"_s }) {
        RETURN_IF_ERROR(session.execute(u"VACUUM (ANALYZE) "_s + table));
    }
    Transaction tx(session);
    RETURN_IF_ERROR(session.query("search_meta_merged").run());
    return tx.commit(false);
}

Result<bool> mergeStep(Session &session)
{
    return session.engine() == Engine::Postgresql ? bringInOrder(session)
                                                  : mergeSegments(session, MergeExtent::Whole);
}

Result<bool> shrinkStep(Session &session)
{
    constexpr qint64 few = 2048;                // 8 MiB
    if (session.engine() == Engine::Postgresql) // autovacuum does it
        return false;
    const Result<qint64> pages = number(session.query("page_count"));
    RETURN_IF_ERROR(pages);
    const Result<qint64> free = freePages(session);
    RETURN_IF_ERROR(free);
    if (*free < std::max(few, *pages / 8))
        return false;
    Transaction tx(session);
    const Result<bool> isMore = tx.commit(giveBackPages(session, pagesAtOnce));
    if (!isMore || *isMore)
        return isMore;
    RETURN_IF_ERROR(checkpoint(session));
    return false;
}

Result<void> dropEmptyIndex(Session &session)
{
    if (session.engine() == Engine::Postgresql) // autovacuum does it
        return {};
    const Result<qint64> isUsed = number(session.query("search_is_used"));
    if (!isUsed || *isUsed != 0)
        return isUsed ? Result<void>() : Result<void>(isUsed.error());
    Transaction tx(session);
    return tx.commit(clearIndex(session));
}

} // namespace Store
