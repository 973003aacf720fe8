// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/searchvector.h"

#include "store/search/text/searchlexemes.h"
#include "store/search/text/searchutf8.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// Of the 1,048,575 bytes that a tsvector takes, all of a document's words together.
constexpr qsizetype maxHeadBytes = 60'000;
constexpr qsizetype maxFoundBytes = 240'000;
constexpr qsizetype maxBodyBytes = 620'000;
constexpr qsizetype maxWordBytes = 2000; // it takes 2046

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

Result<void> noteIndexed(Session &session, qint64 mails)
{
    if (mails == 0)
        return {};
    return session.query("search_meta_note").bind(u":indexed"_s, mails).run();
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

} // namespace Store
