// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/fill/searchbatch.h"

#include "store/db/transaction.h"
#include "store/mail/bodies.h"
#include "store/search/fill/vectorbatch.h"
#include "store/search/index/segmentremoval.h"
#include "store/sql/mailids.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** The mails of a batch that still wait to be indexed, with their content. */
struct Pending {
    QList<SearchEntry> entries;
    QList<qint64> ids;
    QList<qint64> indexedKeys; ///< of mails that are in the index already
};

// Leaves out mails that were deleted or have changed since their text was read.
Result<Pending> stillPending(Session &session, const QList<PreparedSearchWork> &prepared)
{
    QHash<qint64, const PreparedSearchWork *> byId;
    for (const PreparedSearchWork &work : prepared)
        byId.insert(work.mailId, &work);
    Query rows = session.query("search_pending");
    rows.bindName(u":ids"_s, jsonOfIds(byId.keys())).exec();
    Pending pending;
    while (rows.next()) {
        const PreparedSearchWork *work = byId.value(rows.int64(0));
        if (rows.int32(4) != work->bodyState)
            continue;
        const qint64 key = rows.int64(1);
        pending.ids.append(work->mailId);
        pending.entries.append(
            { { work->mailId, secondsOf(key), rows.int64(2), rows.int64(3) }, work->document });
        if (rows.flag(5))
            pending.indexedKeys.append(key);
    }
    return rows.failed() ? Result<Pending>(rows.error()) : Result<Pending>(pending);
}

} // namespace

Result<QList<SearchWork>> searchWork(Session &session, int max, const SearchWorkWanted &wanted)
{
    constexpr qsizetype maxBytes = qsizetype(8) << 20;
    QList<SearchWork> list;
    qsizetype bytes = 0;
    Query rows = session.query("search_work");
    rows.bind(u":with_body"_s, wanted.withBody).bind(u":listed_until"_s, wanted.listedUntil);
    rows.bind(u":max"_s, max);
    rows.exec();
    while (bytes < maxBytes && rows.next()) {
        SearchWork work;
        work.mailId = rows.int64(0);
        work.listed = { rows.text(1) + u' ' + rows.text(2), rows.text(3), {} };
        work.bodyState = rows.int32(4);
        work.compressedBody = rows.bytes(5);
        bytes += work.compressedBody.size();
        list.append(work);
    }
    return rows.failed() ? Result<QList<SearchWork>>(rows.error())
                         : Result<QList<SearchWork>>(list);
}

PreparedSearchWork prepareSearchWork(const SearchWork &work, const MessageReader &reader)
{
    if (!work.compressedBody.isEmpty()) {
        const Result<QByteArray> raw = decompressBody(work.compressedBody);
        if (raw)
            return { work.mailId, work.bodyState, searchDocument(reader(*raw)) };
    }
    return { work.mailId, work.bodyState, searchDocument(work.listed) };
}

Result<int> storeSearchWork(Session &session, const QList<PreparedSearchWork> &prepared)
{
    if (session.engine() == Engine::Postgresql)
        return storeVectorWork(session, prepared);
    const Result<Pending> pending = stillPending(session, prepared);
    RETURN_IF_ERROR(pending);
    for (const qint64 key : pending->indexedKeys) {
        RETURN_IF_ERROR(removeKey(session, key));
    }
    RETURN_IF_ERROR(addToIndex(session, pending->entries));
    Query mark = session.query("search_mark");
    mark.bindName(u":ids"_s, jsonOfIds(pending->ids));
    RETURN_IF_ERROR(mark.run());
    return int(pending->ids.size());
}

Result<QList<PreparedSearchWork>> passedOver(Session &session,
                                             const QList<PreparedSearchWork> &prepared)
{
    if (session.engine() == Engine::Sqlite) // one writer: no other transaction locks mails
        return QList<PreparedSearchWork>();
    return passedOverVectors(session, prepared);
}

Result<int> indexPendingMails(Session &session, int max, const SearchWorkWanted &wanted,
                              const MessageReader &reader)
{
    Transaction tx(session);
    const Result<QList<SearchWork>> work = searchWork(session, max, wanted);
    RETURN_IF_ERROR(work);
    QList<PreparedSearchWork> prepared;
    for (const SearchWork &one : *work)
        prepared.append(prepareSearchWork(one, reader));
    return tx.commit(storeSearchWork(session, prepared));
}

} // namespace Store
