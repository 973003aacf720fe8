// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchentry.h"

#include "store/bodies.h"
#include "store/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// What the message says. One that is not stored or cannot be read is no obstacle: there are other
// ways to the tokens.
std::optional<SearchFields> fieldsOfMessage(Session &session, qint64 mailId)
{
    const MessageReader &reader = session.messageReader();
    if (!reader)
        return std::nullopt;
    const Result<QByteArray> raw = rawBody(session, mailId);
    return raw ? std::optional(reader(*raw)) : std::nullopt;
}

Result<SearchFields> fieldsOfListRow(Session &session, qint64 mailId)
{
    Query row = session.query("search_listed");
    row.bind(u":mail"_s, mailId);
    const bool found = row.exec() && row.next();
    if (row.failed())
        return row.error();
    return found ? SearchFields{ row.text(0) + u' ' + row.text(1), row.text(2), {} }
                 : SearchFields();
}

QByteArray *columnNamed(SearchDocument &document, const QString &name)
{
    if (name == u"body")
        return &document.body;
    if (name == u"sender")
        return &document.sender;
    if (name == u"subject")
        return &document.subject;
    if (name == u"sender_parts")
        return &document.senderParts;
    return name == u"subject_parts" ? &document.subjectParts : nullptr; // `scope` is known anyway
}

Result<SearchDocument> readBack(Session &session, qint64 searchRow)
{
    // Not in a migration: it belongs to the connection.
    const auto made = session.execute(u"CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_instances"
                                      " USING fts5vocab(main, search_index, instance)"_s);
    if (!made)
        return made.error();
    SearchDocument document;
    Query instances = session.query("search_read_back");
    instances.bind(u":row"_s, searchRow).exec();
    while (instances.next()) {
        QByteArray *column = columnNamed(document, instances.text(0));
        if (!column)
            continue;
        if (!column->isEmpty())
            *column += ' ';
        *column += instances.bytes(1);
    }
    if (instances.failed())
        return instances.error();
    document.fingerprint = fingerprintOf(document);
    return document;
}

} // namespace

Result<SearchDocument> indexedDocument(Session &session, const SearchEntry &entry)
{
    if (const auto message = fieldsOfMessage(session, entry.mailId)) {
        const SearchDocument document = searchDocument(*message);
        if (document.fingerprint == entry.fingerprint)
            return document;
    }
    const Result<SearchFields> listed = fieldsOfListRow(session, entry.mailId);
    if (!listed)
        return listed.error();
    const SearchDocument document = searchDocument(*listed);
    if (document.fingerprint == entry.fingerprint)
        return document;
    return readBack(session, entry.row);
}

} // namespace Store
