// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/searchvector.h"

#include "common/jsonwriter.h"
#include "store/jsonrows.h"
#include "store/searchlexemes.h"
#include "store/searchutf8.h"
#include "store/session.h"
#include "store/sortkey.h"

#include <QSet>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// Of the 1,048,575 bytes that a tsvector takes, all of a document's words together.
constexpr qsizetype maxHeadBytes = 60'000;
constexpr qsizetype maxFoundBytes = 240'000;
constexpr qsizetype maxBodyBytes = 620'000;
constexpr qsizetype maxWordBytes = 2000; // it takes 2046

// How many were indexed since the index was last brought into order.
Result<void> noteIndexed(Session &session, qint64 mails)
{
    if (mails == 0)
        return {};
    return session.query("search_meta_note").bind(u":indexed"_s, mails).run();
}

QByteArrayView cut(QByteArrayView word)
{
    if (word.size() <= maxWordBytes)
        return word;
    qsizetype end = maxWordBytes;
    while (isUtf8Continuation(word[end]))
        --end;
    return word.first(end);
}

void appendLine(QByteArray &out, const QByteArray &tokens, qsizetype limit)
{
    const qsizetype end = out.size() + limit;
    out += ' ';
    for (const QByteArrayView word : searchTokens(tokens)) {
        if (out.size() + word.size() > end)
            break;
        out.append(cut(word)).append(' ');
    }
    out += '\n';
}

// The marked word first: so no two plain ones stand beside each other that do not in the mail.
void appendFound(QByteArray &out, QByteArrayView mark, const QByteArray &tokens, bool asPart)
{
    for (const QByteArrayView word : searchTokens(tokens)) {
        out.append(mark).append(cut(word)).append(' ');
        if (asPart)
            out.append(cut(word)).append(' ');
    }
}

QByteArray foundInHead(const SearchDocument &document)
{
    QByteArray found = " ";
    appendFound(found, senderMark, document.sender, false);
    appendFound(found, subjectMark, document.subject, false);
    appendFound(found, senderMark, document.senderParts, true);
    appendFound(found, subjectMark, document.subjectParts, true);
    if (found.size() > maxFoundBytes)
        found.truncate(found.lastIndexOf(' ', maxFoundBytes) + 1);
    return found;
}

} // namespace

QByteArray vectorTokens(const SearchDocument &document)
{
    // A longer one PostgreSQL keeps out of the row. So all rows are short, and a search that goes
    // through those of its hits reads a third of the pages.
    constexpr qsizetype keptOutside = 2100;
    QByteArray out;
    out.reserve(document.body.size() + 4 * (document.senderParts.size() + 64));
    appendLine(out, document.sender, maxHeadBytes);
    appendLine(out, document.subject, maxHeadBytes);
    appendLine(out, document.body, maxBodyBytes);
    out += foundInHead(document);
    return out.size() < keptOutside ? out.leftJustified(keptOutside) : out;
}

Result<void> indexVector(Session &session, const SearchMail &mail, const SearchDocument &document)
{
    const Result<void> put = session.query("search_docs_put")
                                 .bind(u":mail"_s, mail.mailId)
                                 .bind(u":sort_key"_s, sortKey(mail.createdAt, mail.mailId))
                                 .bind(u":account"_s, mail.accountId)
                                 .bind(u":folder"_s, mail.folderId)
                                 .bindName(u":tokens"_s, vectorTokens(document))
                                 .run();
    return put ? noteIndexed(session, 1) : put;
}

namespace {

/// One statement for as many mails as make a text of this size.
constexpr qsizetype maxBatchBytes = qsizetype(2) << 20;

Result<qint64> putBatch(Session &session, const QByteArray &json)
{
    Query put = session.query("search_docs_put_all");
    put.bindName(u":docs"_s, json).exec();
    if (put.failed())
        return put.error();
    return put.affected();
}

} // namespace

Result<int> storeVectorWork(Session &session, const QList<PreparedSearchWork> &prepared)
{
    qint64 stored = 0;
    for (auto next = prepared.begin(); next != prepared.end();) {
        Json::Writer json;
        json.beginArray();
        for (; next != prepared.end() && json.bytes().size() < maxBatchBytes; ++next)
            json.beginObject()
                .key("mail")
                .value(next->mailId)
                .key("body_state")
                .value(next->bodyState)
                .key("tokens")
                .value(vectorTokens(next->document))
                .endObject();
        const Result<qint64> put = putBatch(session, json.endArray().take());
        if (!put)
            return put.error();
        stored += *put;
    }
    const Result<void> noted = noteIndexed(session, stored);
    if (!noted)
        return noted.error();
    return int(stored);
}

Result<QList<PreparedSearchWork>> passedOverVectors(Session &session,
                                                    const QList<PreparedSearchWork> &prepared)
{
    JsonRows rows({ "mail", "body_state" });
    for (const PreparedSearchWork &work : prepared)
        rows.begin().add(work.mailId).add(work.bodyState);
    Query query = session.query("search_passed_over");
    query.bindName(u":rows"_s, rows.take()).exec();
    QSet<qint64> waiting;
    while (query.next())
        waiting.insert(query.int64(0));
    if (query.failed())
        return query.error();
    QList<PreparedSearchWork> left;
    std::ranges::copy_if(prepared, std::back_inserter(left), [&](const PreparedSearchWork &work) {
        return waiting.contains(work.mailId);
    });
    return left;
}

} // namespace Store
