// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchindex.h"

#include "store/searchentry.h"
#include "store/searchscope.h"
#include "store/searchvector.h"
#include "store/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

void bindDocument(Query &query, qint64 row, const SearchDocument &document, const QByteArray &scope)
{
    query.bind(u":row"_s, row)
        .bind(u":sender"_s, document.sender)
        .bind(u":subject"_s, document.subject)
        .bind(u":body"_s, document.body)
        .bind(u":sender_parts"_s, document.senderParts)
        .bind(u":subject_parts"_s, document.subjectParts)
        .bind(u":scope"_s, scope);
}

} // namespace

qint64 searchRowOf(qint64 createdAt)
{
    constexpr qint64 latest = (qint64(1) << 33) - 1; // as in mails.sort_key
    return std::clamp<qint64>(createdAt, 0, latest) / 16;
}

Result<qint64> existingSearchRow(Session &session, qint64 mailId)
{
    Query find = session.query("search_docs_row");
    find.bind(u":mail"_s, mailId);
    const bool found = find.exec() && find.next();
    if (find.failed())
        return find.error();
    return found ? find.int64(0) : 0;
}

Result<qint64> freeSearchRow(Session &session, qint64 row)
{
    Query find = session.query("search_free_row");
    find.bind(u":row"_s, row);
    if (!find.exec() || !find.next())
        return find.error();
    return find.int64(0);
}

Result<void> writeSearchEntry(Session &session, qint64 row, bool isNew, const SearchMail &mail,
                              const SearchDocument &document)
{
    if (!isNew) {
        if (const auto removed = removeFromSearch(session, mail.mailId); !removed)
            return removed;
    }
    Query insert = session.query("search_insert");
    bindDocument(insert, row, document, scopeTokens(mail.accountId, mail.folderId));
    if (const auto inserted = insert.run(); !inserted)
        return inserted;
    Query keep = session.query("search_docs_insert");
    keep.bind(u":mail"_s, mail.mailId)
        .bind(u":row"_s, row)
        .bind(u":account"_s, mail.accountId)
        .bind(u":folder"_s, mail.folderId)
        .bind(u":fingerprint"_s, document.fingerprint);
    return keep.run();
}

Result<void> noteIndexed(Session &session, qint64 mails, qint64 spill)
{
    if (mails == 0)
        return {};
    Query note = session.query("search_meta_note");
    note.bind(u":indexed"_s, mails).bind(u":spill"_s, spill);
    return note.run();
}

Result<void> indexMail(Session &session, const SearchMail &mail, const SearchDocument &document)
{
    if (session.engine() == Engine::Postgresql)
        return indexVector(session, mail, document);
    const Result<qint64> existing = existingSearchRow(session, mail.mailId);
    if (!existing)
        return existing.error();
    const bool isNew = *existing == 0;
    // Row 0 means that there is none.
    const Result<qint64> row =
        isNew ? freeSearchRow(session, std::max<qint64>(searchRowOf(mail.createdAt), 1)) : existing;
    if (!row)
        return row.error();
    const auto written = writeSearchEntry(session, *row, isNew, mail, document);
    if (!written)
        return written;
    return noteIndexed(session, 1, *row - searchRowOf(mail.createdAt));
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
    Query find = session.query("search_docs_by_mail");
    find.bind(u":mail"_s, mailId);
    if (!find.exec() || !find.next())
        return find.result();
    const SearchEntry entry{ mailId, find.int64(0), find.int64(3) };
    const Result<SearchDocument> document = indexedDocument(session, entry);
    if (!document)
        return document.error();
    Query remove = session.query("search_remove");
    bindDocument(remove, entry.row, *document, scopeTokens(find.int64(1), find.int64(2)));
    if (const auto removed = remove.run(); !removed)
        return removed;
    Query forget = session.query("search_docs_delete");
    forget.bind(u":mail"_s, mailId);
    if (const auto forgotten = forget.run(); !forgotten)
        return forgotten;
    return noteIndexed(session, 1, 0); // as a mark beside what was there
}

} // namespace Store
