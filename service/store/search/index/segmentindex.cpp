// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/segmentindex.h"

#include "search/inverter.h"
#include "store/db/transaction.h"
#include "store/search/index/segmentmerging.h"
#include "store/search/index/segmentremoval.h"
#include "store/search/index/segmentrowwriter.h"
#include "store/sql/mailids.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

qint64 keyOf(const SearchEntry &entry)
{
    return sortKey(entry.mail.createdAt, entry.mail.mailId);
}

Search::MailTokens tokensOf(const SearchEntry &entry)
{
    const SearchDocument &document = entry.document;
    return { .key = keyOf(entry),
             .accountId = entry.mail.accountId,
             .folderId = entry.mail.folderId,
             .sender = document.sender,
             .subject = document.subject,
             .body = document.body,
             .senderParts = document.senderParts,
             .subjectParts = document.subjectParts };
}

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
        const PreparedSearchWork *work = byId.value(rows.int64("id"));
        if (rows.int32("body_state") != work->bodyState)
            continue;
        const qint64 key = rows.int64("sort_key");
        pending.ids.append(work->mailId);
        pending.entries.append(
            { { work->mailId, secondsOf(key), rows.int64("account_id"), rows.int64("folder_id") },
              work->document });
        if (rows.flag("is_indexed"))
            pending.indexedKeys.append(key);
    }
    return rows.failed() ? Result<Pending>(rows.error()) : Result<Pending>(pending);
}

} // namespace

Result<void> addSegment(Session &session, const QList<SearchEntry> &entries)
{
    QList<Search::MailTokens> mails;
    mails.reserve(entries.size());
    for (const SearchEntry &entry : entries)
        mails.append(tokensOf(entry));
    std::ranges::sort(mails, std::greater(), &Search::MailTokens::key);
    for (qsizetype first = 0; first < mails.size(); first += Search::maxMailsInverted) {
        const auto part = mails.mid(first, Search::maxMailsInverted);
        RETURN_IF_ERROR(storeSegment(session, Search::invert(part)));
    }
    return {};
}

Result<void> SegmentIndex::put(Session &session, const SearchMail &mail,
                               const SearchDocument &document) const
{
    RETURN_IF_ERROR(removeKey(session, sortKey(mail.createdAt, mail.mailId)));
    return addSegment(session, { { mail, document } });
}

Result<void> SegmentIndex::remove(Session &session, qint64 mailId) const
{
    Query find = session.query("search_key_of");
    const Result<std::optional<qint64>> key = find.bind(u":mail"_s, mailId).readValue<qint64>();
    RETURN_IF_ERROR(key);
    return *key ? removeKey(session, **key) : Result<void>();
}

Result<void> SegmentIndex::clear(Session &session) const
{
    return clearSegments(session);
}

Result<int> SegmentIndex::store(Session &session, const QList<PreparedSearchWork> &prepared) const
{
    const Result<Pending> pending = stillPending(session, prepared);
    RETURN_IF_ERROR(pending);
    for (const qint64 key : pending->indexedKeys) {
        RETURN_IF_ERROR(removeKey(session, key));
    }
    RETURN_IF_ERROR(addSegment(session, pending->entries));
    Query mark = session.query("search_mark");
    mark.bindName(u":ids"_s, jsonOfIds(pending->ids));
    RETURN_IF_ERROR(mark.run());
    return int(pending->ids.size());
}

// There is one writer, so no other transaction locks mails.
Result<QList<PreparedSearchWork>> SegmentIndex::passedOver(Session &,
                                                           const QList<PreparedSearchWork> &) const
{
    return QList<PreparedSearchWork>();
}

Result<void> SegmentIndex::keepOthersOut(Session &) const
{
    return {};
}

Result<void> SegmentIndex::beginFilling(Session &session) const
{
    return clear(session);
}

Result<void> SegmentIndex::endFilling(Session &) const
{
    return {};
}

Result<bool> SegmentIndex::mergeSome(Session &session, MergeExtent extent) const
{
    return advanceMerge(session, extent);
}

Result<bool> SegmentIndex::mergeAll(Session &session) const
{
    return advanceMerge(session, MergeExtent::Whole);
}

Result<void> SegmentIndex::flush(Session &) const
{
    return {};
}

// Otherwise the deleted mails would use space until a merge.
Result<void> SegmentIndex::dropIfEmpty(Session &session) const
{
    const Result<qint64> isUsed = session.query("search_is_used").readNumber();
    if (!isUsed || *isUsed != 0)
        return isUsed ? Result<void>() : Result<void>(isUsed.error());
    Transaction tx(session);
    return tx.commit(clear(session));
}

} // namespace Store
