// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchindex.h"

#include "store/searchscope.h"
#include "store/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

void bindDocument(Query &query, qint64 row, const IndexedDocument &indexed)
{
    const SearchDocument &document = indexed.document;
    query.bind(u":row"_s, row)
        .bind(u":sender"_s, document.sender)
        .bind(u":subject"_s, document.subject)
        .bind(u":body"_s, document.body)
        .bind(u":sender_parts"_s, document.senderParts)
        .bind(u":subject_parts"_s, document.subjectParts)
        .bind(u":scope"_s, indexed.scope);
}

} // namespace

qint64 searchRowOf(qint64 createdAt)
{
    constexpr qint64 latest = (qint64(1) << 33) - 1; // as in mails.sort_key
    return std::clamp<qint64>(createdAt, 0, latest) * 4;
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

Result<void> writeSearchEntry(Session &session, qint64 row, qint64 mailId, bool isNew,
                              const IndexedDocument &indexed, const QByteArray &packed)
{
    if (!isNew) {
        if (const auto removed = removeFromSearch(session, mailId); !removed)
            return removed;
    }
    Query insert = session.query("search_insert");
    bindDocument(insert, row, indexed);
    if (const auto inserted = insert.run(); !inserted)
        return inserted;
    Query keep = session.query("search_docs_insert");
    keep.bind(u":mail"_s, mailId).bind(u":row"_s, row).bind(u":tokens"_s, packed);
    return keep.run();
}

Result<void> raiseSearchSpill(Session &session, qint64 spill)
{
    if (spill == 0)
        return {};
    Query raise = session.query("search_meta_spill");
    raise.bind(u":spill"_s, spill);
    return raise.run();
}

Result<void> indexMail(Session &session, const SearchMail &mail, const SearchDocument &document)
{
    const Result<qint64> existing = existingSearchRow(session, mail.mailId);
    if (!existing)
        return existing.error();
    const bool isNew = *existing == 0;
    // Row 0 means that there is none.
    const Result<qint64> row =
        isNew ? freeSearchRow(session, std::max<qint64>(searchRowOf(mail.createdAt), 1)) : existing;
    if (!row)
        return row.error();
    const IndexedDocument indexed{ document, scopeTokens(mail.accountId, mail.folderId) };
    const auto written =
        writeSearchEntry(session, *row, mail.mailId, isNew, indexed, packDocument(indexed));
    if (!written)
        return written;
    return raiseSearchSpill(session, *row - searchRowOf(mail.createdAt));
}

Result<void> indexMail(Session &session, qint64 mailId, qint64 createdAt, qint64 accountId,
                       qint64 folderId, const SearchFields &fields)
{
    return indexMail(session, { mailId, createdAt, accountId, folderId }, searchDocument(fields));
}

Result<void> removeFromSearch(Session &session, qint64 mailId)
{
    Query find = session.query("search_docs_by_mail");
    find.bind(u":mail"_s, mailId);
    if (!find.exec() || !find.next())
        return find.result();
    const Result<IndexedDocument> indexed = unpackDocument(find.bytes(1));
    if (!indexed)
        return indexed.error();
    Query remove = session.query("search_remove");
    bindDocument(remove, find.int64(0), *indexed);
    if (const auto removed = remove.run(); !removed)
        return removed;
    Query forget = session.query("search_docs_delete");
    forget.bind(u":mail"_s, mailId);
    return forget.run();
}

} // namespace Store
