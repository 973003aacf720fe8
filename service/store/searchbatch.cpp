// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchbatch.h"

#include "store/bodies.h"
#include "store/searchvector.h"
#include "store/session.h"
#include "store/transaction.h"

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** One mail of the batch with its place in the index. */
struct Placed {
    const PreparedSearchWork *work = nullptr;
    SearchMail mail;
    qint64 row = 0;
    bool isNew = true;
};

// Nothing for a mail that is gone, or that something happened to since its text was read.
Result<std::optional<Placed>> placed(Session &session, const PreparedSearchWork &work)
{
    Query find = session.query("search_still_pending");
    find.bind(u":mail"_s, work.mailId);
    const bool found = find.exec() && find.next();
    if (find.failed())
        return find.error();
    if (!found || find.int32(3) != work.bodyState)
        return std::optional<Placed>();
    const SearchMail mail{ work.mailId, find.int64(0), find.int64(1), find.int64(2) };
    const Result<qint64> row = existingSearchRow(session, work.mailId);
    if (!row)
        return row.error();
    const bool isNew = *row == 0;
    return std::optional(Placed{ &work, mail, isNew ? searchRowOf(mail.createdAt) : *row, isNew });
}

// Rows must rise within a transaction: FTS5 writes a segment at every step back.
Result<QList<Placed>> inOrder(Session &session, const QList<PreparedSearchWork> &prepared)
{
    QList<Placed> batch;
    batch.reserve(prepared.size());
    for (const PreparedSearchWork &work : prepared) {
        const Result<std::optional<Placed>> place = placed(session, work);
        if (!place)
            return place.error();
        if (*place)
            batch.append(**place);
    }
    std::ranges::sort(batch, {}, [](const Placed &p) { return std::pair(p.row, p.mail.mailId); });
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
        spill = std::max(spill, place.row - searchRowOf(place.mail.createdAt));
    }
    std::ranges::sort(batch, {}, &Placed::row);
    return {};
}

Result<void> write(Session &session, const Placed &place)
{
    const PreparedSearchWork &work = *place.work;
    const auto written =
        writeSearchEntry(session, place.row, place.isNew, place.mail, work.document);
    if (!written)
        return written;
    Query mark = session.query("search_mark");
    mark.bind(u":mail"_s, place.mail.mailId).bind(u":row"_s, place.row);
    return mark.run();
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
    if (const auto noted = noteIndexed(session, batch->size(), spill); !noted)
        return noted.error();
    return int(batch->size());
}

Result<QList<PreparedSearchWork>> passedOver(Session &session,
                                             const QList<PreparedSearchWork> &prepared)
{
    if (session.engine() == Engine::Sqlite) // one writer: nobody else holds anything
        return QList<PreparedSearchWork>();
    return passedOverVectors(session, prepared);
}

Result<int> indexPendingMails(Session &session, int max, const SearchWorkWanted &wanted,
                              const MessageReader &reader)
{
    Transaction tx(session);
    const Result<QList<SearchWork>> work = searchWork(session, max, wanted);
    if (!work)
        return work.error();
    QList<PreparedSearchWork> prepared;
    for (const SearchWork &one : *work)
        prepared.append(prepareSearchWork(one, reader));
    const Result<int> stored = storeSearchWork(session, prepared);
    if (!stored)
        return stored;
    if (const auto committed = tx.commit(); !committed)
        return committed.error();
    return stored;
}

} // namespace Store
