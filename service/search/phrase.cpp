// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/phrase.h"

#include "search/postings.h"
#include "search/segment.h"
#include "search/termscan.h"
#include "search/wordpairs.h"

#include <algorithm>

namespace Search {

namespace {

constexpr qsizetype mostBetween = 2 * placePieceBytes; // a separate read costs about as much

/// The places of one term, out of a text that begins `offset` bytes before them.
QByteArrayView placesOf(quint64 offset, quint64 size, QByteArrayView places)
{
    const auto begin = qsizetype(std::min(offset, quint64(places.size())));
    return places.sliced(begin, qsizetype(std::min(size, quint64(places.size() - begin))));
}

bool isWholeWord(const TermRange &range)
{
    return !range.isBeginning && range.spaces.contains(char(Space::Word));
}

/// The token of these two words in the text, if the index has one.
std::optional<QByteArray> pairOf(const TermRange &first, const TermRange &second)
{
    if (!isWholeWord(first) || !isWholeWord(second))
        return std::nullopt;
    return pairToken(first.token, second.token);
}

/** Looks for a place from which on the words follow each other directly. */
class Adjacency
{
public:
    explicit Adjacency(std::vector<WordPlaces> words)
        : m_words(std::move(words)), m_cursors(m_words.size())
    {
    }

    /// Must be called with rising documents. Reads places only until the first such place.
    bool isIn(quint32 document)
    {
        for (size_t word = 0; word < m_words.size(); ++word)
            m_cursors[word] = m_words[word].in(document);
        quint32 first = 0;
        for (size_t word = 0; word < m_cursors.size();) {
            if (!m_cursors[word].seek(first + quint32(word)))
                return false;
            const quint32 place = m_cursors[word].place() - quint32(word);
            word = place == first ? word + 1 : 0;
            first = place;
        }
        return true;
    }

private:
    std::vector<WordPlaces> m_words;
    std::vector<PlaceCursor> m_cursors; ///< of each word in the document
};

} // namespace

Result<QList<DocSet>> Phrase::find(QList<DocSet> within)
{
    for (const TermRange &range : m_ranges) {
        RETURN_IF_ERROR(readTerms(range, within));
    }
    if (m_ranges.size() < 2)
        return within;
    RETURN_IF_ERROR(readPairs(within));
    for (qsizetype segment = 0; segment < within.size(); ++segment) {
        if (within[segment].isEmpty())
            continue;
        Result<DocSet> found = findIn(segment, within[segment]);
        RETURN_IF_ERROR(found);
        within[segment] = std::move(*found);
    }
    return within;
}

/// Frequent words that follow each other have terms of their own.
Result<void> Phrase::readPairs(const QList<DocSet> &within)
{
    m_withPairs = within;
    for (qsizetype i = 1; i < m_ranges.size(); ++i) {
        const std::optional<QByteArray> pair = pairOf(m_ranges[i - 1], m_ranges[i]);
        if (!pair)
            continue;
        QList<DocSet> found;
        for (const DocSet &set : within)
            found += DocSet(set.documents());
        const Result<void> read = forEachTerm(m_rows, { *pair, { Space::Pair }, false },
                                              [&](qsizetype segment, const WordBlock &block) {
                                                  insertInto(found[segment], block.postings());
                                              });
        RETURN_IF_ERROR(read);
        for (qsizetype segment = 0; segment < found.size(); ++segment)
            m_withPairs[segment] &= found[segment];
        m_isPair = m_ranges.size() == 2;
    }
    return {};
}

/// Stores the terms of the range, and removes the candidates that have none of them.
Result<void> Phrase::readTerms(const TermRange &range, QList<DocSet> &candidates)
{
    std::vector<Terms> &terms = m_terms.emplace_back(size_t(candidates.size()));
    std::vector<bool> isOpen;
    QList<DocSet> found;
    for (const DocSet &set : candidates) {
        isOpen.push_back(!set.isEmpty());
        found += DocSet(set.documents());
    }
    const Result<void> read =
        forEachTerm(m_rows, range, [&](qsizetype segment, const WordBlock &block) {
            if (!isOpen[size_t(segment)])
                return;
            const Postings &postings = block.postings();
            insertInto(found[segment], postings);
            terms[size_t(segment)].push_back({ postings.count, postings.data.toByteArray(),
                                               block.placesOffset(), block.placesSize(),
                                               block.term().back() });
        });
    for (qsizetype segment = 0; segment < candidates.size(); ++segment)
        candidates[segment] &= found[segment];
    return read;
}

// Space by space, because most words have one term in each, and the places of one term need not be collected.
Result<DocSet> Phrase::findIn(qsizetype segment, const DocSet &candidates)
{
    QByteArray spaces; // of the first word
    for (const Term &term : m_terms.front()[size_t(segment)]) {
        if (!spaces.contains(term.space))
            spaces += term.space;
    }
    DocSet found(candidates.documents());
    for (const char space : std::as_const(spaces)) {
        const Result<DocSet> one = findInSpace(segment, candidates, space);
        RETURN_IF_ERROR(one);
        found |= *one;
    }
    return found;
}

Result<DocSet> Phrase::findInSpace(qsizetype segment, const DocSet &candidates, char space)
{
    const bool isText = space == char(Space::Word);
    const DocSet &documents = isText ? m_withPairs[segment] : candidates;
    if (documents.isEmpty() || (isText && m_isPair))
        return documents;
    Texts texts; // the bytes that `words` refers to
    std::vector<WordPlaces> words;
    for (const std::vector<Terms> &ofSegments : m_terms) {
        const Terms terms = ofThisSpace(ofSegments[size_t(segment)], space);
        if (terms.empty())
            return DocSet(candidates.documents());
        Result<std::vector<TermPlaces>> places =
            readPlaces(segment, terms, candidates.documents(), texts);
        RETURN_IF_ERROR(places);
        words.emplace_back(std::move(*places), documents);
    }
    DocSet found(candidates.documents());
    Adjacency adjacency(std::move(words));
    documents.forEach([&](quint32 document) {
        if (adjacency.isIn(document))
            found.insert(document);
    });
    return found;
}

Phrase::Terms Phrase::ofThisSpace(const Terms &terms, char space)
{
    Terms found;
    std::copy_if(terms.begin(), terms.end(), std::back_inserter(found),
                 [space](const Term &term) { return term.space == space; });
    return found;
}

/// Terms with the same beginning are adjacent in the index, and so are their places: a few reads get many.
Result<std::vector<TermPlaces>> Phrase::readPlaces(qsizetype segment, const Terms &terms,
                                                   quint32 documents, Texts &texts)
{
    std::vector<TermPlaces> places;
    for (size_t begin = 0; begin < terms.size();) {
        const size_t end = endOfRun(terms, begin);
        const quint64 offset = terms[begin].placesOffset;
        Result<QByteArray> text =
            m_rows.readPlaces(segment, offset, endOf(terms[end - 1]) - offset);
        RETURN_IF_ERROR(text);
        texts.push_back(std::move(*text));
        for (; begin < end; ++begin) {
            const Term &term = terms[begin];
            places.emplace_back(
                Postings{ term.count, term.documents }, documents,
                placesOf(term.placesOffset - offset, term.placesSize, texts.back()));
        }
    }
    return places;
}

/// The end of the terms from `begin` on whose places are so close together that one read gets all.
size_t Phrase::endOfRun(const Terms &terms, size_t begin)
{
    size_t end = begin + 1;
    while (end < terms.size() && terms[end].placesOffset >= endOf(terms[end - 1])
           && terms[end].placesOffset - endOf(terms[end - 1]) <= quint64(mostBetween))
        ++end;
    return end;
}

} // namespace Search
