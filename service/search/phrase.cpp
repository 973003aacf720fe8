// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/phrase.h"

#include "search/postings.h"
#include "search/segment.h"
#include "search/termscan.h"

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

/** Looks for a place from which on the words follow each other directly. */
class Adjacency
{
public:
    explicit Adjacency(std::vector<WordPlaces> words)
        : m_words(std::move(words)), m_places(m_words.size()), m_next(m_words.size())
    {
    }

    /// Must be called with rising documents.
    bool isIn(quint32 document)
    {
        for (size_t word = 0; word < m_words.size(); ++word)
            m_places[word] = &m_words[word].in(document);
        std::fill(m_next.begin(), m_next.end(), 0);
        return std::any_of(m_places[0]->begin(), m_places[0]->end(),
                           [this](quint32 place) { return isFrom(place); });
    }

private:
    /// Is called with rising places, so that each list is read once per document.
    bool isFrom(quint32 first)
    {
        for (size_t word = 1; word < m_words.size(); ++word) {
            const std::vector<quint32> &places = *m_places[word];
            const quint32 place = first + quint32(word);
            size_t &next = m_next[word];
            while (next < places.size() && places[next] < place)
                ++next;
            if (next == places.size() || places[next] != place)
                return false;
        }
        return true;
    }

    std::vector<WordPlaces> m_words;
    std::vector<const std::vector<quint32> *> m_places; ///< of each word in the document
    std::vector<size_t> m_next;                         ///< in m_places
};

} // namespace

Result<QList<DocSet>> Phrase::find(QList<DocSet> within)
{
    for (const TermRange &range : m_ranges) {
        RETURN_IF_ERROR(readTerms(range, within));
    }
    if (m_ranges.size() < 2)
        return within;
    for (qsizetype segment = 0; segment < within.size(); ++segment) {
        if (within[segment].isEmpty())
            continue;
        Result<DocSet> found = findIn(segment, within[segment]);
        RETURN_IF_ERROR(found);
        within[segment] = std::move(*found);
    }
    return within;
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
                                               block.placesOffset(), block.placesSize() });
        });
    for (qsizetype segment = 0; segment < candidates.size(); ++segment)
        candidates[segment] &= found[segment];
    return read;
}

Result<DocSet> Phrase::findIn(qsizetype segment, const DocSet &candidates)
{
    Texts texts; // the bytes that `words` refers to
    std::vector<WordPlaces> words;
    for (const std::vector<Terms> &ofSegments : m_terms) {
        Result<std::vector<TermPlaces>> places =
            readPlaces(segment, ofSegments[size_t(segment)], candidates.documents(), texts);
        RETURN_IF_ERROR(places);
        words.emplace_back(std::move(*places), candidates);
    }
    DocSet found(candidates.documents());
    Adjacency adjacency(std::move(words));
    candidates.forEach([&](quint32 document) {
        if (adjacency.isIn(document))
            found.insert(document);
    });
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
