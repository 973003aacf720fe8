// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/evaluate.h"

#include "search/phrase.h"
#include "search/postings.h"
#include "search/termscan.h"

#include <algorithm>

namespace Search {

namespace {

using Sets = QList<DocSet>;

/** Evaluates an expression for a subset of the documents; others are never in the result. */
class Evaluator
{
public:
    explicit Evaluator(SegmentRows &rows) : m_rows(rows) { }

    /// The documents of `within` that fit.
    Result<Sets> evaluate(const Expression &expression, Sets within);
    Sets all() const;

private:
    Result<Sets> anyOf(const QList<TermRange> &ranges, Sets within);
    Result<Sets> both(const QList<Expression> &parts, Sets within);
    Result<Sets> either(const QList<Expression> &parts, const Sets &within);
    Result<Sets> without(const Expression &part, Sets within);
    Sets none() const;

    SegmentRows &m_rows;
};

bool isNothingLeft(const Sets &sets)
{
    return std::all_of(sets.begin(), sets.end(), [](const DocSet &set) { return set.isEmpty(); });
}

Sets Evaluator::all() const
{
    Sets sets;
    for (const SegmentInfo &segment : m_rows.segments())
        sets += DocSet::all(segment.documents);
    return sets;
}

Sets Evaluator::none() const
{
    Sets sets;
    for (const SegmentInfo &segment : m_rows.segments())
        sets += DocSet(segment.documents);
    return sets;
}

Result<Sets> Evaluator::evaluate(const Expression &expression, Sets within)
{
    switch (expression.kind) {
    case Expression::Kind::AnyOf:
        return anyOf(expression.ranges, std::move(within));
    case Expression::Kind::Phrase:
        return Phrase(m_rows, expression.ranges).find(std::move(within));
    case Expression::Kind::And:
        return both(expression.parts, std::move(within));
    case Expression::Kind::Or:
        return either(expression.parts, within);
    case Expression::Kind::Not:
        return without(expression.parts.first(), std::move(within));
    }
    Q_UNREACHABLE();
}

Result<Sets> Evaluator::anyOf(const QList<TermRange> &ranges, Sets within)
{
    Sets found = none();
    for (const TermRange &range : ranges) {
        const Result<void> read =
            forEachTerm(m_rows, range, [&](qsizetype segment, const WordBlock &block) {
                insertInto(found[segment], block.postings());
            });
        RETURN_IF_ERROR(read);
    }
    for (qsizetype i = 0; i < within.size(); ++i)
        within[i] &= found[i];
    return within;
}

/// Evaluates words before other parts: they are cheap, and phrases read less if fewer documents are left.
Result<Sets> Evaluator::both(const QList<Expression> &parts, Sets within)
{
    for (const bool isForWords : { true, false }) {
        for (const Expression &part : parts) {
            if ((part.kind == Expression::Kind::AnyOf) != isForWords)
                continue;
            if (isNothingLeft(within))
                return within;
            Result<Sets> left = evaluate(part, std::move(within));
            RETURN_IF_ERROR(left);
            within = std::move(*left);
        }
    }
    return within;
}

Result<Sets> Evaluator::either(const QList<Expression> &parts, const Sets &within)
{
    Sets found = none();
    for (const Expression &part : parts) {
        const Result<Sets> one = evaluate(part, within);
        RETURN_IF_ERROR(one);
        for (qsizetype i = 0; i < found.size(); ++i)
            found[i] |= (*one)[i];
    }
    return found;
}

Result<Sets> Evaluator::without(const Expression &part, Sets within)
{
    const Result<Sets> unwanted = evaluate(part, within);
    RETURN_IF_ERROR(unwanted);
    for (qsizetype i = 0; i < within.size(); ++i)
        within[i] -= (*unwanted)[i];
    return within;
}

} // namespace

Result<QList<DocSet>> evaluate(SegmentRows &rows, const Expression &expression)
{
    Evaluator evaluator(rows);
    return evaluator.evaluate(expression, evaluator.all());
}

} // namespace Search
