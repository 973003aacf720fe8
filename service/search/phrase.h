// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "search/docset.h"
#include "search/expression.h"
#include "search/segmentrows.h"
#include "search/wordplaces.h"

#include <QByteArray>
#include <QList>

#include <vector>

namespace Search {

/**
 * Finds documents with adjacent words. First the blocks of words give the documents with all of the words, in
 * all segments; then the places of the words are read, in segments with such documents. All words of a phrase are in
 * the same space. Places of frequent words are read only in documents that have all their pairs. For one search.
 */
class Phrase
{
public:
    /// Both must outlive it.
    Phrase(SegmentRows &rows, const QList<TermRange> &ranges) : m_rows(rows), m_ranges(ranges) { }

    /// The documents of `within`, a set for each segment, that have the phrase. A phrase without
    /// words matches all of them.
    Result<QList<DocSet>> find(QList<DocSet> within);

private:
    /** A term of one of the ranges, in one segment. */
    struct Term {
        quint32 count = 0;    ///< of its documents
        QByteArray documents; ///< as its postings have them
        quint64 placesOffset = 0;
        quint64 placesSize = 0;
        char space = 0; ///< its letter
    };
    using Terms = std::vector<Term>;
    using Texts = std::vector<QByteArray>;

    Result<void> readPairs(const QList<DocSet> &within);
    Result<void> readTerms(const TermRange &range, QList<DocSet> &candidates);
    Result<DocSet> findIn(qsizetype segment, const DocSet &candidates);
    Result<DocSet> findInSpace(qsizetype segment, const DocSet &candidates, char space);
    Result<std::vector<TermPlaces>> readPlaces(qsizetype segment, const Terms &terms,
                                               quint32 documents, Texts &texts);
    static Terms ofThisSpace(const Terms &terms, char space);
    static size_t endOfRun(const Terms &terms, size_t begin);
    static quint64 endOf(const Term &term) { return term.placesOffset + term.placesSize; }

    SegmentRows &m_rows;
    const QList<TermRange> &m_ranges;
    std::vector<std::vector<Terms>> m_terms; ///< of each range, in each segment
    QList<DocSet> m_withPairs; ///< documents with all pairs of frequent words in their text
    bool m_isPair = false;     ///< the phrase is one of these pairs
};

} // namespace Search
