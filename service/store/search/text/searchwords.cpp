// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchwords.h"

#include "store/search/text/searchfold.h"
#include "store/search/text/searchtext.h"
#include "store/search/text/searchutf8.h"

#include <QByteArray>
#include <QString>

namespace Store {

namespace {

using Search::Expression;
using Search::Space;
using Search::Spaces;
using Search::TermRange;

// The spaces for whole words and for phrases: for these the index has places.
Spaces wordsOf(SearchField field)
{
    switch (field) {
    case SearchField::Sender:
        return { Space::Sender };
    case SearchField::Subject:
        return { Space::Subject };
    case SearchField::Anywhere:
        break;
    }
    return { Space::Word };
}

// The spaces for beginnings: in sender and subject also beginnings of parts of words.
Spaces partsOf(SearchField field)
{
    switch (field) {
    case SearchField::Sender:
        return { Space::Sender, Space::SenderPart };
    case SearchField::Subject:
        return { Space::Subject, Space::SubjectPart };
    case SearchField::Anywhere:
        break;
    }
    return { Space::Word, Space::SenderPart, Space::SubjectPart };
}

// Three or more letters match the beginning of a word, and in sender and subject any part of it. Two letters
// match whole words, and in sender and subject any part. One letter matches whole words.
Expression wordExpression(const QByteArray &word, SearchField field)
{
    const qsizetype letters = utf8Length(word);
    if (letters == 1)
        return Expression::anyOf({ { word, wordsOf(field), false } });
    if (letters >= 3 || field != SearchField::Anywhere) // a beginning finds the whole word too
        return Expression::anyOf({ { word, partsOf(field), true } });
    const Spaces head{ Space::Sender, Space::Subject, Space::SenderPart, Space::SubjectPart };
    return Expression::anyOf({ { word, { Space::Word }, false }, { word, head, true } });
}

// Drops the single last character of a run: in the index it is only at the end of a run, but the run that is
// searched may continue in the mail.
void dropRunEnd(QList<QByteArrayView> &tokens)
{
    if (tokens.size() < 2 || utf8Length(tokens.last()) != 1 || !isRunToken(tokens.last()))
        return;
    const QByteArrayView before = tokens[tokens.size() - 2];
    if (utf8Length(before) == 2 && isRunToken(before))
        tokens.removeLast();
}

// Whether the last token is searched as a beginning. A single character of a run begins a pair or is the
// end of its run, so as a beginning it is found everywhere. A pair needs no beginning.
bool endsInBeginning(const QList<QByteArrayView> &tokens, bool lastIsBeginning)
{
    const QByteArrayView last = tokens.last();
    return isRunToken(last) ? utf8Length(last) == 1 : lastIsBeginning && utf8Length(last) >= 3;
}

// Matches adjacent tokens.
Expression adjacent(QList<QByteArrayView> tokens, bool lastIsBeginning, SearchField field)
{
    dropRunEnd(tokens);
    QList<TermRange> ranges;
    for (const QByteArrayView token : tokens)
        ranges.append({ token.toByteArray(), wordsOf(field), false });
    ranges.last().isBeginning = endsInBeginning(tokens, lastIsBeginning);
    return ranges.size() == 1 ? Expression::anyOf(ranges) : Expression::phrase(ranges);
}

// The texts between separators. NFKC is applied first, because some characters contain separators (㈱ is (株)).
QList<QString> chunksOf(QStringView text)
{
    const SearchFold &fold = SearchFold::instance();
    QList<QString> chunks;
    QString chunk;
    for (const char32_t c : text.toString().normalized(QString::NormalizationForm_KC).toUcs4()) {
        if (fold.classOf(c) != CharClass::Separator) {
            chunk += QString::fromUcs4(&c, 1);
        } else if (!chunk.isEmpty()) {
            chunks.append(chunk);
            chunk.clear();
        }
    }
    if (!chunk.isEmpty())
        chunks.append(chunk);
    return chunks;
}

} // namespace

QList<Expression> wordExpressions(QStringView text, SearchField field)
{
    QList<Expression> expressions;
    for (const QString &chunk : chunksOf(text)) {
        const QByteArray normalized = normalizedTokens(chunk);
        const QList<QByteArrayView> tokens = searchTokens(normalized);
        if (tokens.isEmpty())
            continue;
        if (tokens.size() > 1 || isRunToken(tokens.first()))
            expressions.append(adjacent(tokens, true, field));
        else
            expressions.append(wordExpression(tokens.first().toByteArray(), field));
    }
    return expressions;
}

std::optional<Expression> phraseExpression(QStringView text, SearchField field)
{
    const QByteArray normalized = normalizedTokens(text);
    const QList<QByteArrayView> tokens = searchTokens(normalized);
    if (tokens.isEmpty())
        return std::nullopt;
    return adjacent(tokens, false, field);
}

} // namespace Store
