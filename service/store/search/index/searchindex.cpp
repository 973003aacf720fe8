// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/searchindex.h"

#include "search/inverter.h"
#include "store/search/index/searchvector.h"
#include "store/search/index/segmentremoval.h"
#include "store/search/index/segmentrowwriter.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

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

Result<void> removeEntry(Session &session, qint64 mailId)
{
    Query find = session.query("search_key_of");
    const bool found = find.bind(u":mail"_s, mailId).exec() && find.next();
    if (find.failed() || !found)
        return find.result();
    return removeKey(session, find.int64(0));
}

} // namespace

Result<void> addToIndex(Session &session, const QList<SearchEntry> &entries)
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

Result<void> indexMail(Session &session, const SearchMail &mail, const SearchDocument &document)
{
    if (session.engine() == Engine::Postgresql)
        return indexVector(session, mail, document);
    const Result<void> removed = removeKey(session, sortKey(mail.createdAt, mail.mailId));
    return removed ? addToIndex(session, { { mail, document } }) : removed;
}

Result<void> indexMail(Session &session, qint64 mailId, qint64 createdAt, qint64 accountId,
                       qint64 folderId, const SearchFields &fields)
{
    return indexMail(session, { mailId, createdAt, accountId, folderId }, searchDocument(fields));
}

Result<void> removeFromSearch(Session &session, qint64 mailId)
{
    if (session.engine() == Engine::Postgresql)
        return session.query("search_docs_delete").bind(u":mail"_s, mailId).run();
    return removeEntry(session, mailId);
}

Result<void> clearIndex(Session &session)
{
    if (session.engine() == Engine::Sqlite)
        return clearSegments(session);
    return session.query("search_remove_all").run();
}

} // namespace Store
