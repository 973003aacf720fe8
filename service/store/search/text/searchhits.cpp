// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/text/searchhits.h"

#include "store/search/text/searchtext.h"
#include "store/search/text/searchutf8.h"

#include <algorithm>
#include <optional>

namespace Store {

namespace {

using Search::Expression;
using Search::Space;
using Search::Spaces;
using Search::TermRange;

/** The spaces of the index in which the words of a field are. */
struct FieldSpaces {
    QList<Space> words;
    std::optional<Space> parts;
};

FieldSpaces spacesOf(HitField field)
{
    switch (field) {
    case HitField::Sender:
        return { { Space::Word, Space::Sender }, Space::SenderPart };
    case HitField::Subject:
        return { { Space::Word, Space::Subject }, Space::SubjectPart };
    case HitField::Recipients:
        return { { Space::Recipient, Space::Cc, Space::Bcc }, Space::RecipientPart };
    case HitField::Filenames:
        return { { Space::Filename }, Space::FilenamePart };
    case HitField::Text:
        break;
    }
    return { { Space::Word }, std::nullopt };
}

/** Compares the tokens of one text with terms of the search. */
class Comparison
{
public:
    Comparison(const QList<WordSpan> &tokens, HitField field)
        : m_tokens(tokens), m_spaces(spacesOf(field))
    {
    }

    QList<TextSpan> places(const Expression &word) const
    {
        QList<TextSpan> spans;
        for (qsizetype at = 0; at < m_tokens.size(); ++at) {
            const auto span =
                word.kind == Expression::Kind::Phrase ? phraseAt(word, at) : anyAt(word, at);
            if (span)
                spans.append(*span);
        }
        return spans;
    }

private:
    bool isSearched(const TermRange &range) const
    {
        return std::ranges::any_of(
            m_spaces.words, [&range](Space space) { return range.spaces.contains(char(space)); });
    }

    bool matches(const TermRange &range, const QByteArray &token) const
    {
        if (token.isEmpty())
            return false;
        const bool hasParts =
            m_spaces.parts && range.spaces.contains(char(*m_spaces.parts)) && !isRunToken(token);
        if (hasParts && token.contains(range.token))
            return true;
        return isSearched(range)
            && (range.isBeginning ? token.startsWith(range.token) : token == range.token);
    }

    // The place of the token if it matches.
    std::optional<TextSpan> spanAt(const TermRange &range, qsizetype at) const
    {
        const WordSpan &word = m_tokens[at];
        if (!matches(range, word.token) && !matches(range, word.spelling))
            return std::nullopt;
        const bool isFirstOnly = word.firstEnd > 0 && runLength(range.token) == 1;
        return TextSpan{ word.span.begin, isFirstOnly ? word.firstEnd : word.span.end };
    }

    std::optional<TextSpan> anyAt(const Expression &word, qsizetype at) const
    {
        for (const TermRange &range : word.ranges) {
            if (const auto span = spanAt(range, at))
                return span;
        }
        return std::nullopt;
    }

    std::optional<TextSpan> phraseAt(const Expression &phrase, qsizetype at) const
    {
        if (at + phrase.ranges.size() > m_tokens.size())
            return std::nullopt;
        TextSpan whole = m_tokens[at].span;
        for (const TermRange &range : phrase.ranges) {
            const auto span = spanAt(range, at++);
            if (!span)
                return std::nullopt;
            whole.end = span->end;
        }
        return whole;
    }

    const QList<WordSpan> &m_tokens;
    const FieldSpaces m_spaces;
};

// Of hits that overlap, the one that begins first stays and is extended.
QList<SearchHit> joined(QList<SearchHit> hits)
{
    std::ranges::stable_sort(hits, {}, [](const SearchHit &hit) { return hit.span.begin; });
    QList<SearchHit> all;
    for (const SearchHit &hit : hits) {
        if (!all.isEmpty() && hit.span.begin < all.last().span.end)
            all.last().span.end = std::max(all.last().span.end, hit.span.end);
        else
            all.append(hit);
    }
    return all;
}

} // namespace

HitFinder::HitFinder(const SearchCondition &condition)
{
    collect(condition);
}

void HitFinder::collect(const SearchCondition &condition)
{
    if (condition.kind == SearchCondition::Kind::Words)
        collect(condition.words);
    if (condition.kind == SearchCondition::Kind::Not)
        return;
    for (const SearchCondition &part : condition.parts)
        collect(part);
}

void HitFinder::collect(const Expression &expression)
{
    using Kind = Expression::Kind;
    if (expression.kind == Kind::AnyOf || expression.kind == Kind::Phrase)
        m_words.append(expression);
    if (expression.kind == Kind::Not)
        return;
    for (const Expression &part : expression.parts)
        collect(part);
}

QList<SearchHit> HitFinder::hits(QStringView text, HitField field) const
{
    QList<SearchHit> found;
    if (findsNothing())
        return found;
    constexpr qsizetype most = 64 * 1024; // code units of a text in which hits are looked for
    const QList<WordSpan> tokens = wordSpans(text, most);
    const Comparison comparison(tokens, field);
    for (qsizetype word = 0; word < m_words.size(); ++word) {
        for (const TextSpan &span : comparison.places(m_words[word]))
            found.append({ span, int(word) });
    }
    return joined(found);
}

} // namespace Store
