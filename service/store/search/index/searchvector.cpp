// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/searchvector.h"

#include "store/search/text/searchlexemes.h"
#include "store/search/text/searchutf8.h"

namespace Store {

namespace {

// Limits of the fields; a tsvector can hold 1,048,575 bytes, for all words of a document together.
constexpr qsizetype maxHeadBytes = 60'000;
constexpr qsizetype maxFoundBytes = 240'000;
constexpr qsizetype maxBodyBytes = 620'000;
constexpr qsizetype maxWordBytes = 2000; // a tsvector allows 2,046

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

// A marked word stands before each plain one, so that plain words are adjacent only if they are adjacent in
// the mail.
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
    // PostgreSQL stores a text of at least this size outside of the row. So all rows are short, and a search
    // that reads the rows of its hits reads a third of the pages.
    constexpr qsizetype keptOutside = 2100;
    QByteArray out;
    out.reserve(document.body.size() + 4 * (document.senderParts.size() + 64));
    appendLine(out, document.sender, maxHeadBytes);
    appendLine(out, document.subject, maxHeadBytes);
    appendLine(out, document.body, maxBodyBytes);
    out += foundInHead(document);
    return out.size() < keptOutside ? out.leftJustified(keptOutside) : out;
}

} // namespace Store
