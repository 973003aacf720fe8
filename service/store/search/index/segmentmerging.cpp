// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/segmentmerging.h"

#include "store/db/transaction.h"
#include "store/search/index/segmentchoice.h"
#include "store/search/index/segmentlock.h"
#include "store/search/index/segmentmerge.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<SegmentFacts> segmentColumns{
    { "id", &SegmentFacts::id },
    { "documents", &SegmentFacts::documents },
    { "gone", &SegmentFacts::gone },
    { "bytes", &SegmentFacts::bytes },
};

QList<qint64> choose(const QList<SegmentFacts> &segments, MergeExtent extent)
{
    if (extent == MergeExtent::Whole)
        return allSegments(segments);
    if (extent == MergeExtent::Pressing && segments.size() <= manySegments)
        return {};
    return nextTier(segments);
}

Result<qint64> deleteSome(Session &session, const char *statement, const QString &segments,
                          qint64 most)
{
    Query query = session.query(statement);
    query.bind(u":segments"_s, segments).bind(u":most"_s, most).exec();
    return query.failed() ? Result<qint64>(query.error()) : Result<qint64>(query.affected());
}

// Removes some rows of segments that were merged into others; false: there are no such segments.
// Together, because each new mail has been a segment, and most have a single row in each table.
Result<bool> removeRetired(Session &session)
{
    const auto retired = session.query("search_segments_retired").readValues<qint64>();
    RETURN_IF_ERROR(retired);
    if (retired->isEmpty())
        return false;
    const QString segments = session.dialect().numberList(*retired);
    qint64 most = 500;
    for (const char *statement :
         { "search_words_delete", "search_places_delete", "search_keys_delete" }) {
        const Result<qint64> removed = deleteSome(session, statement, segments, most);
        RETURN_IF_ERROR(removed);
        most -= *removed;
        if (most == 0)
            return true; // there may be more rows
    }
    for (const char *statement : { "search_gone_delete", "search_segments_delete" }) {
        Query query = session.query(statement);
        RETURN_IF_ERROR(query.bind(u":segments"_s, segments).run());
    }
    return true;
}

Result<bool> begin(Session &session, MergeExtent extent)
{
    RETURN_IF_ERROR(session.query("search_segments_unfinished").run());
    const auto segments = session.query("search_segment_facts").readAll(segmentColumns);
    RETURN_IF_ERROR(segments);
    const QList<qint64> chosen = choose(*segments, extent);
    if (chosen.isEmpty())
        return false;
    Result<std::unique_ptr<SegmentMerge>> merge = SegmentMerge::begin(session, chosen);
    RETURN_IF_ERROR(merge);
    session.setSegmentMerge(std::move(*merge));
    return true;
}

Result<bool> work(Session &session, MergeExtent extent)
{
    if (SegmentMerge *merge = session.segmentMerge()) {
        const Result<bool> isMore = merge->step();
        if (isMore && !*isMore)
            session.setSegmentMerge({});
        return isMore ? Result<bool>(true) : isMore;
    }
    const Result<bool> removed = removeRetired(session);
    if (!removed || *removed)
        return removed;
    return begin(session, extent);
}

} // namespace

Result<bool> advanceMerge(Session &session, MergeExtent extent)
{
    const MergeTurn turn(session);
    if (!turn.isMine() || !*turn.isMine())
        return turn.isMine();
    Transaction tx(session);
    Result<bool> isMore = tx.commit(work(session, extent));
    if (!isMore) // its rows were rolled back, or begin() removes them
        session.setSegmentMerge({});
    return isMore;
}

} // namespace Store
