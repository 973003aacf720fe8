// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchlexemes.h"

#include "store/search/text/searchquery.h"

namespace Store {

namespace {

using Search::Expression;
using Search::Space;
using Search::TermRange;

bool isIn(const TermRange &range, Space space)
{
    return range.spaces.contains(char(space));
}

// Tokens with a mark stand for words and parts of words; so do tokens without a mark.
QByteArrayList lexemesOf(const TermRange &range)
{
    const auto lexeme = [&range](QByteArrayView mark) {
        return '\'' + mark.toByteArray() + range.token + (range.isBeginning ? "':*" : "'");
    };
    if (isIn(range, Space::Word))
        return { lexeme({}) };
    QByteArrayList lexemes;
    if (isIn(range, Space::Sender))
        lexemes.append(lexeme(senderMark));
    if (isIn(range, Space::Subject))
        lexemes.append(lexeme(subjectMark));
    return lexemes;
}

QByteArray joinedLexemes(const QList<TermRange> &ranges, const char *between)
{
    QByteArrayList lexemes;
    for (const TermRange &range : ranges)
        lexemes += lexemesOf(range);
    return '(' + lexemes.join(between) + ')';
}

// The text that the tokens of a mail contain only if the words are adjacent there.
QByteArray phraseOf(const QList<TermRange> &ranges)
{
    const TermRange &last = ranges.last();
    QByteArray phrase = isIn(last, Space::Word) ? "0" : isIn(last, Space::Sender) ? "1" : "2";
    for (const TermRange &range : ranges)
        phrase += ' ' + range.token;
    return last.isBeginning ? phrase : phrase + ' ';
}

ExcludedWords lexemesOf(const Expression &words)
{
    if (words.kind == Expression::Kind::AnyOf)
        return { joinedLexemes(words.ranges, " | "), {} };
    if (words.kind == Expression::Kind::Phrase)
        return { joinedLexemes(words.ranges, " & "), { phraseOf(words.ranges) } };
    QByteArrayList texts;
    QByteArrayList phrases;
    for (const Expression &part : words.parts) {
        const ExcludedWords lexemes = lexemesOf(part);
        texts.append(lexemes.match);
        phrases += lexemes.phrases;
    }
    return { texts.join(" & "), phrases };
}

} // namespace

void setLexemes(SearchQuery &query)
{
    QByteArrayList texts;
    query.phrases.clear();
    query.excludedWords.clear();
    for (const Expression &part : query.words.parts) {
        const bool isExcluded = part.kind == Expression::Kind::Not;
        const ExcludedWords lexemes = lexemesOf(isExcluded ? part.parts.first() : part);
        if (isExcluded && !lexemes.phrases.isEmpty()) {
            query.excludedWords.append(lexemes);
            continue;
        }
        texts.append(isExcluded ? "!(" + lexemes.match + ')' : lexemes.match);
        query.phrases += lexemes.phrases;
    }
    query.match = texts.join(" & ");
}

} // namespace Store
