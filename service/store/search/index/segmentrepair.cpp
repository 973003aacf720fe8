// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/segmentrepair.h"

#include "store/db/transaction.h"
#include "store/search/index/segmentkeys.h"
#include "store/search/index/segmentlock.h"
#include "store/search/index/segmentmerge.h"
#include "store/search/index/segmentremoval.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// Deleted documents are left out: their mails are deleted, or another segment has them.
Result<QList<qint64>> mailsOf(Session &session, qint64 segment)
{
    const Result<QList<qint64>> keys = keysOfSegment(session, segment);
    RETURN_IF_ERROR(keys);
    const Result<QList<quint32>> deleted = deletedDocuments(session, segment);
    RETURN_IF_ERROR(deleted);
    const QSet<quint32> gone(deleted->begin(), deleted->end());
    QList<qint64> mails;
    for (qsizetype document = 0; document < keys->size(); ++document) {
        if (!gone.contains(quint32(document)))
            mails.append(mailIdOf(keys->at(document)));
    }
    return mails;
}

Result<void> retire(Session &session, qint64 segment, const QList<qint64> &mails)
{
    Query retired = session.query("search_segment_retire");
    RETURN_IF_ERROR(retired.bind(u":segment"_s, segment).run());
    Query marked = session.query("search_mark_again");
    return marked.bind(u":ids"_s, session.dialect().numberList(mails)).run();
}

Result<void> removeAll(Session &session)
{
    RETURN_IF_ERROR(clearSegments(session));
    return session.query("search_mark_all").run();
}

// A merge that runs may have read the segment: its incomplete result is removed too.
Result<bool> remove(Session &session, qint64 segment)
{
    RETURN_IF_ERROR(holdSegmentsAlone(session));
    const auto there =
        session.query("search_segment_is_there").bind(u":segment"_s, segment).readNumber();
    if (!there || *there == 0)
        return there ? Result<bool>(false) : there.error();
    session.setSegmentMerge({});
    RETURN_IF_ERROR(session.query("search_segments_unfinished").run());
    const Result<QList<qint64>> mails = mailsOf(session, segment);
    const Result<void> removed = mails ? retire(session, segment, *mails) : removeAll(session);
    return removed ? Result<bool>(true) : removed.error();
}

} // namespace

Result<bool> removeDamagedSegment(Session &session, qint64 segment)
{
    Transaction tx(session);
    return tx.commit(remove(session, segment));
}

} // namespace Store
