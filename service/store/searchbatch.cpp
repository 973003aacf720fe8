// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchbatch.h"

#include "store/bodies.h"
#include "store/searchscope.h"
#include "store/session.h"
#include "store/transaction.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** One mail of the batch with its place in the index. */
struct Placed {
    const PreparedSearchWork *work = nullptr;
    qint64 row = 0;
    bool isNew = true;
};

// Whether the mail is there as it was when its text was read.
Result<bool> isStillPending(Session &session, const PreparedSearchWork &work)
{
    Query find = session.query("search_still_pending");
    find.bind(u":mail"_s, work.mail.mailId);
    const bool found = find.exec() && find.next();
    if (find.failed())
        return find.error();
    return found && find.int64(0) == work.mail.accountId && find.int64(1) == work.mail.folderId
        && find.int32(2) == work.bodyState;
}

Result<Placed> placed(Session &session, const PreparedSearchWork &work)
{
    const Result<qint64> row = existingSearchRow(session, work.mail.mailId);
    if (!row)
        return row.error();
    const bool isNew = *row == 0;
    return Placed{ &work, isNew ? searchRowOf(work.mail.createdAt) : *row, isNew };
}

// Rows must rise within a transaction: FTS5 writes a segment at every step back.
Result<QList<Placed>> inOrder(Session &session, const QList<PreparedSearchWork> &prepared)
{
    QList<Placed> batch;
    batch.reserve(prepared.size());
    for (const PreparedSearchWork &work : prepared) {
        const Result<bool> pending = isStillPending(session, work);
        if (!pending)
            return pending.error();
        if (!*pending)
            continue;
        const Result<Placed> place = placed(session, work);
        if (!place)
            return place.error();
        batch.append(*place);
    }
    std::ranges::sort(batch, {},
                      [](const Placed &p) { return std::pair(p.row, p.work->mail.mailId); });
    return batch;
}

// Gives the new ones rows of their own. `lastNew` keeps a burst of one second from being searched
// for its end again and again.
Result<void> placeNew(Session &session, QList<Placed> &batch, qint64 &spill)
{
    qint64 lastNew = 0;
    for (Placed &place : batch) {
        if (!place.isNew)
            continue;
        const Result<qint64> row = freeSearchRow(session, std::max(place.row, lastNew + 1));
        if (!row)
            return row.error();
        lastNew = place.row = *row;
        spill = std::max(spill, place.row - searchRowOf(place.work->mail.createdAt));
    }
    std::ranges::sort(batch, {}, &Placed::row);
    return {};
}

Result<void> write(Session &session, const Placed &place)
{
    const PreparedSearchWork &work = *place.work;
    const qint64 mailId = work.mail.mailId;
    const auto written =
        writeSearchEntry(session, place.row, mailId, place.isNew, work.indexed, work.packed);
    if (!written)
        return written;
    Query mark = session.query("search_mark");
    mark.bind(u":mail"_s, mailId);
    return mark.run();
}

} // namespace

Result<QList<SearchWork>> searchWork(Session &session, int max, SearchWorkKind kind)
{
    QList<SearchWork> list;
    Query rows = session.query("search_work");
    rows.bind(u":list_only"_s, kind == SearchWorkKind::All).bind(u":max"_s, max);
    rows.exec();
    while (rows.next()) {
        SearchWork work;
        work.mail = { rows.int64(0), rows.int64(1), rows.int64(2), rows.int64(3) };
        work.sender = rows.text(4) + u' ' + rows.text(5);
        work.subject = rows.text(6);
        work.bodyState = rows.int32(7);
        work.compressedBody = rows.bytes(8);
        list.append(work);
    }
    return rows.failed() ? Result<QList<SearchWork>>(rows.error())
                         : Result<QList<SearchWork>>(list);
}

PreparedSearchWork prepareSearchWork(const SearchWork &work, const TextOfMessage &textOf)
{
    SearchFields fields{ work.sender, work.subject, {} };
    if (!work.compressedBody.isEmpty()) {
        const Result<QByteArray> raw = decompressBody(work.compressedBody);
        if (raw)
            fields.body = textOf(*raw);
    }
    return prepareSearchWork(work.mail, work.bodyState, fields);
}

PreparedSearchWork prepareSearchWork(const SearchMail &mail, int bodyState,
                                     const SearchFields &fields)
{
    const IndexedDocument indexed{ searchDocument(fields),
                                   scopeTokens(mail.accountId, mail.folderId) };
    return { mail, bodyState, indexed, packDocument(indexed) };
}

Result<int> storeSearchWork(Session &session, const QList<PreparedSearchWork> &prepared)
{
    Result<QList<Placed>> batch = inOrder(session, prepared);
    if (!batch)
        return batch.error();
    qint64 spill = 0;
    if (const auto done = placeNew(session, *batch, spill); !done)
        return done.error();
    for (const Placed &place : std::as_const(*batch)) {
        if (const auto written = write(session, place); !written)
            return written.error();
    }
    if (const auto raised = raiseSearchSpill(session, spill); !raised)
        return raised.error();
    return int(batch->size());
}

Result<int> indexPendingMails(Session &session, int max, SearchWorkKind kind,
                              const TextOfMessage &textOf)
{
    Transaction tx(session);
    const Result<QList<SearchWork>> work = searchWork(session, max, kind);
    if (!work)
        return work.error();
    QList<PreparedSearchWork> prepared;
    for (const SearchWork &one : *work)
        prepared.append(prepareSearchWork(one, textOf));
    const Result<int> stored = storeSearchWork(session, prepared);
    if (!stored)
        return stored;
    if (const auto committed = tx.commit(); !committed)
        return committed.error();
    return stored;
}

} // namespace Store
