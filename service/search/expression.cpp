// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/expression.h"

#include <algorithm>

namespace Search {

QByteArray TermRange::low() const
{
    return isBeginning ? token : token + '\0';
}

QByteArray TermRange::high() const
{
    if (!isBeginning)
        return token + '\1';
    QByteArray high = token;
    while (high.endsWith('\xff'))
        high.chop(1);
    if (!high.isEmpty())
        high.back() = char(high.back() + 1);
    return high;
}

namespace {

QByteArray wordText(const TermRange &range)
{
    return range.isBeginning ? range.token + '*' : range.token;
}

QByteArray spacesText(const TermRange &range)
{
    QByteArray letters;
    for (char letter = 'a'; letter <= 'z'; ++letter) {
        if (range.spaces.contains(letter))
            letters += letter;
    }
    return '[' + letters + ']';
}

QByteArray anyText(const QList<TermRange> &ranges)
{
    QByteArrayList texts;
    for (const TermRange &range : ranges)
        texts += wordText(range) + spacesText(range);
    return texts.size() == 1 ? texts.first() : "any(" + texts.join(", ") + ')';
}

/// The spaces are written once, after the phrase, if they are the same for all its words.
QByteArray phraseText(const QList<TermRange> &ranges)
{
    const bool isSame = std::all_of(ranges.begin(), ranges.end(), [&](const TermRange &range) {
        return range.spaces == ranges.first().spaces;
    });
    QByteArrayList words;
    for (const TermRange &range : ranges)
        words += isSame ? wordText(range) : wordText(range) + spacesText(range);
    const QByteArray quoted = '"' + words.join(' ') + '"';
    return isSame && !ranges.isEmpty() ? quoted + spacesText(ranges.first()) : quoted;
}

QByteArray partsText(const QList<Expression> &parts, const QByteArray &between)
{
    QByteArrayList texts;
    for (const Expression &part : parts)
        texts += toText(part);
    return '(' + texts.join(between) + ')';
}

} // namespace

/// Not defaulted, because Qt's check for an operator== fails for a type that contains itself.
bool operator==(const Expression &a, const Expression &b)
{
    return a.kind == b.kind && a.ranges == b.ranges && a.parts == b.parts;
}

QByteArray toText(const Expression &expression)
{
    switch (expression.kind) {
    case Expression::Kind::AnyOf:
        return anyText(expression.ranges);
    case Expression::Kind::Phrase:
        return phraseText(expression.ranges);
    case Expression::Kind::And:
        return expression.parts.isEmpty() ? "everything" : partsText(expression.parts, " and ");
    case Expression::Kind::Or:
        return expression.parts.isEmpty() ? "nothing" : partsText(expression.parts, " or ");
    case Expression::Kind::Not:
        return "not " + toText(expression.parts.first());
    }
    return {};
}

} // namespace Search
