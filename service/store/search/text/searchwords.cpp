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

// Where whole words are looked for, and words beside each other: these spaces have places.
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

// Where beginnings are looked for: in sender and subject, those of any part of a word.
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

// A word of three letters or more: the beginning of a word, or in sender and subject any part. Of
// two: whole words, in sender and subject any part. Of one: whole words.
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

// The last character alone ends a run in the index; what is looked for may go on there.
void dropRunEnd(QList<QByteArrayView> &tokens)
{
    if (tokens.size() < 2 || utf8Length(tokens.last()) != 1 || !isRunToken(tokens.last()))
        return;
    const QByteArrayView before = tokens[tokens.size() - 2];
    if (utf8Length(before) == 2 && isRunToken(before))
        tokens.removeLast();
}

// A single character at the end of a run begins a pair or stands alone, so its beginning finds it
// anywhere; a pair is complete.
bool endsInBeginning(const QList<QByteArrayView> &tokens, bool lastIsBeginning)
{
    const QByteArrayView last = tokens.last();
    return isRunToken(last) ? utf8Length(last) == 1 : lastIsBeginning && utf8Length(last) >= 3;
}

// Tokens beside each other.
Expression adjacent(QList<QByteArrayView> tokens, bool lastIsBeginning, SearchField field)
{
    dropRunEnd(tokens);
    QList<TermRange> ranges;
    for (const QByteArrayView token : tokens)
        ranges.append({ token.toByteArray(), wordsOf(field), false });
    ranges.last().isBeginning = endsInBeginning(tokens, lastIsBeginning);
    return ranges.size() == 1 ? Expression::anyOf(ranges) : Expression::phrase(ranges);
}

// What stands between separators. NFKC first: some characters hide a separator (㈱ is (株)).
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
