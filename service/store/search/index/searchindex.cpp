// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/searchindex.h"

#include "search/inverter.h"
#include "store/db/transaction.h"
#include "store/search/index/segmentlock.h"
#include "store/search/index/segmentmerging.h"
#include "store/search/index/segmentremoval.h"
#include "store/search/index/segmentrowwriter.h"
#include "store/sql/jsonrows.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

using Segments = QList<Search::Segment>;

qint64 keyOf(const SearchMail &mail)
{
    return sortKey(mail.createdAt, mail.mailId);
}

Search::MailTokens tokensOf(const SearchEntry &entry)
{
    const SearchDocument &document = entry.document;
    return { .key = keyOf(entry.mail),
             .accountId = entry.mail.accountId,
             .folderId = entry.mail.folderId,
             .sender = document.sender,
             .subject = document.subject,
             .body = document.body,
             .senderParts = document.senderParts,
             .subjectParts = document.subjectParts,
             .recipients = document.recipients,
             .cc = document.cc,
             .bcc = document.bcc,
             .filenames = document.filenames,
             .recipientParts = document.recipientParts,
             .filenameParts = document.filenameParts };
}

Segments segmentsOf(const QList<SearchEntry> &entries)
{
    QList<Search::MailTokens> mails;
    mails.reserve(entries.size());
    for (const SearchEntry &entry : entries)
        mails.append(tokensOf(entry));
    std::ranges::sort(mails, std::greater(), &Search::MailTokens::key);
    Segments segments;
    for (qsizetype first = 0; first < mails.size(); first += Search::maxMailsInverted)
        segments.append(Search::invert(mails.mid(first, Search::maxMailsInverted)));
    return segments;
}

/** The mails that this transaction indexes: no other one changes them until it ends. */
struct Locked {
    QSet<qint64> ids;
    QList<qint64> indexed; ///< of these, in the index already
};

// Leaves out mails that another transaction has locked, and those that have changed since they were read.
Result<Locked> lock(Session &session, const QList<InvertedMails::Expected> &mails)
{
    QHash<qint64, InvertedMails::Expected> expected;
    for (const InvertedMails::Expected &one : mails)
        expected.insert(one.mail.mailId, one);
    Query rows = session.query("search_locked");
    rows.bind(u":ids"_s, session.dialect().numberList(expected.keys())).exec();
    Locked locked;
    while (rows.next()) {
        const qint64 id = rows.int64("id");
        const InvertedMails::Expected one = expected.value(id);
        if (rows.int64("folder_id") != one.mail.folderId
            || rows.int32("body_state") != one.bodyState)
            continue;
        locked.ids.insert(id);
        if (rows.flag("is_indexed"))
            locked.indexed.append(id);
    }
    return rows.failed() ? Result<Locked>(rows.error()) : Result<Locked>(locked);
}

Result<void> removeEarlier(Session &session, const QList<InvertedMails::Expected> &mails,
                           const QList<qint64> &indexed)
{
    const QSet<qint64> ids(indexed.begin(), indexed.end());
    for (const InvertedMails::Expected &one : mails) {
        if (ids.contains(one.mail.mailId)) {
            RETURN_IF_ERROR(removeKey(session, keyOf(one.mail)));
        }
    }
    return {};
}

// The documents of mails that could not be locked are deleted from the beginning.
Result<void> storeLocked(Session &session, const Search::Segment &segment,
                         const QSet<qint64> &locked)
{
    QList<quint32> others;
    for (qsizetype document = 0; document < segment.keys.size(); ++document) {
        if (!locked.contains(mailIdOf(segment.keys[document])))
            others.append(quint32(document));
    }
    if (others.size() == segment.keys.size())
        return {};
    const Result<qint64> id = storeSegment(session, segment);
    RETURN_IF_ERROR(id);
    for (const quint32 document : std::as_const(others)) {
        RETURN_IF_ERROR(deleteDocument(session, *id, document));
    }
    return {};
}

Result<void> mark(Session &session, const QSet<qint64> &ids)
{
    return session.query("search_mark")
        .bind(u":ids"_s, session.dialect().numberList(ids.values()))
        .run();
}

} // namespace

Result<void> addSegments(Session &session, const QList<SearchEntry> &entries)
{
    for (const Search::Segment &segment : segmentsOf(entries)) {
        RETURN_IF_ERROR(storeSegment(session, segment));
    }
    return {};
}

Result<void> putInIndex(Session &session, const SearchMail &mail, const SearchDocument &document)
{
    RETURN_IF_ERROR(holdSegments(session));
    RETURN_IF_ERROR(removeKey(session, sortKey(mail.createdAt, mail.mailId)));
    return addSegments(session, { { mail, document, 0 } });
}

Result<void> removeFromIndex(Session &session, qint64 mailId)
{
    RETURN_IF_ERROR(holdSegments(session));
    Query find = session.query("search_key_of");
    const Result<std::optional<qint64>> key = find.bind(u":mail"_s, mailId).readValue<qint64>();
    RETURN_IF_ERROR(key);
    return *key ? removeKey(session, **key) : Result<void>();
}

Result<void> clearIndex(Session &session)
{
    return clearSegments(session);
}

Result<QList<SearchEntry>> pendingEntries(Session &session,
                                          const QList<PreparedSearchWork> &prepared)
{
    QHash<qint64, const PreparedSearchWork *> byId;
    for (const PreparedSearchWork &work : prepared)
        byId.insert(work.mailId, &work);
    Query rows = session.query("search_pending");
    rows.bind(u":ids"_s, session.dialect().numberList(byId.keys())).exec();
    QList<SearchEntry> pending;
    while (rows.next()) {
        const PreparedSearchWork *work = byId.value(rows.int64("id"));
        if (rows.int32("body_state") != work->bodyState)
            continue;
        const qint64 createdAt = secondsOf(rows.int64("sort_key"));
        pending.append(
            { { work->mailId, createdAt, rows.int64("account_id"), rows.int64("folder_id") },
              work->document,
              work->bodyState });
    }
    return rows.failed() ? Result<QList<SearchEntry>>(rows.error())
                         : Result<QList<SearchEntry>>(pending);
}

InvertedMails invertEntries(const QList<SearchEntry> &entries)
{
    InvertedMails inverted;
    for (const SearchEntry &entry : entries)
        inverted.mails.append({ entry.mail, entry.bodyState });
    inverted.segments = segmentsOf(entries);
    return inverted;
}

Result<int> storeInIndex(Session &session, const InvertedMails &inverted)
{
    RETURN_IF_ERROR(holdSegments(session));
    const Result<Locked> locked = lock(session, inverted.mails);
    RETURN_IF_ERROR(locked);
    RETURN_IF_ERROR(removeEarlier(session, inverted.mails, locked->indexed));
    for (const Search::Segment &segment : inverted.segments) {
        RETURN_IF_ERROR(storeLocked(session, segment, locked->ids));
    }
    RETURN_IF_ERROR(mark(session, locked->ids));
    return int(locked->ids.size());
}

Result<QList<PreparedSearchWork>> passedOverInIndex(Session &session,
                                                    const QList<PreparedSearchWork> &prepared)
{
    QList<PreparedSearchWork> left;
    if (!session.dialect().indexesBesideWriter()) // no other transaction locks mails
        return left;
    JsonRows rows({ "mail", "body_state" });
    for (const PreparedSearchWork &work : prepared)
        rows.begin().add(work.mailId).add(work.bodyState);
    Query query = session.query("search_passed_over");
    const auto ids = query.bindName(u":rows"_s, rows.take()).readValues<qint64>();
    RETURN_IF_ERROR(ids);
    const QSet<qint64> waiting(ids->begin(), ids->end());
    std::ranges::copy_if(prepared, std::back_inserter(left), [&](const PreparedSearchWork &work) {
        return waiting.contains(work.mailId);
    });
    return left;
}

Result<bool> mergeSomeSegments(Session &session, MergeExtent extent)
{
    return advanceMerge(session, extent);
}

Result<void> dropIndexIfEmpty(Session &session)
{
    const Result<qint64> isUsed = session.query("search_is_used").readNumber();
    if (!isUsed || *isUsed != 0)
        return isUsed ? Result<void>() : Result<void>(isUsed.error());
    Transaction tx(session);
    return tx.commit(clearIndex(session));
}

} // namespace Store
