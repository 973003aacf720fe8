// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/merger.h"

#include "search/mergecursor.h"
#include "search/places.h"
#include "search/postings.h"
#include "search/segmentwriter.h"

#include <algorithm>

namespace Search {

/** Keeps the inputs in a heap, ordered by their current terms, and merges their lists term by term. */
class Merger::State
{
public:
    State(std::vector<MergeInput> inputs, quint32 documents, SegmentSink &sink);

    Result<bool> step(qsizetype bytes);

private:
    /** A document of the term, and where in m_places its places are. */
    struct Hit {
        quint32 document = 0;
        quint32 size = 0;
        qsizetype begin = 0;
    };

    bool isConcatenation() const;
    Result<void> advance(quint32 cursor);
    void takeEqual();
    Result<void> mergeTerm();
    Result<void> appendLists();
    Result<void> mergeLists();
    void addHits(const MergeCursor &cursor, qsizetype placesBegin);
    void arrangeHits();
    void writeTerm();
    bool isBehind(quint32 a, quint32 b) const;
    auto behind() const
    {
        return [this](quint32 a, quint32 b) {
            return isBehind(a, b);
        };
    }

    std::vector<MergeCursor> m_cursors;
    quint32 m_documents = 0; ///< of the new segment
    SegmentWriter m_writer;
    bool m_isConcatenation = false;
    bool m_isStarted = false;
    bool m_isFinished = false;

    std::vector<quint32> m_heap;  ///< cursors, the one with the lowest term in front
    std::vector<quint32> m_equal; ///< cursors at the term that is merged

    QByteArray m_term;
    std::vector<quint32> m_numbers; ///< of its documents
    QByteArray m_places;
    std::vector<Hit> m_hits;
    bool m_isArranged = true; ///< m_places has the places of m_hits, in this order, without gaps
    QByteArray m_arranged;
    QByteArray m_postings; ///< a buffer, which only grows
};

Merger::State::State(std::vector<MergeInput> inputs, quint32 documents, SegmentSink &sink)
    : m_documents(documents), m_writer(sink)
{
    for (MergeInput &input : inputs)
        m_cursors.emplace_back(std::move(input));
    std::sort(m_cursors.begin(), m_cursors.end(), [](const MergeCursor &a, const MergeCursor &b) {
        return a.lowestNumber() < b.lowestNumber();
    });
    m_isConcatenation = isConcatenation();
}

/// Whether nothing is deleted, and the documents of each input follow those of the input before.
bool Merger::State::isConcatenation() const
{
    quint32 expected = 0;
    for (const MergeCursor &cursor : m_cursors) {
        for (quint32 document = 0; document < cursor.documents(); ++document) {
            if (cursor.newNumber(document) != expected++)
                return false;
        }
    }
    return true;
}

bool Merger::State::isBehind(quint32 a, quint32 b) const
{
    const int order = m_cursors[a].term().compare(m_cursors[b].term());
    return order != 0 ? order > 0 : a > b;
}

Result<bool> Merger::State::step(qsizetype bytes)
{
    for (quint32 cursor = 0; !m_isStarted && cursor < m_cursors.size(); ++cursor) {
        RETURN_IF_ERROR(advance(cursor));
    }
    m_isStarted = true;
    const qint64 enough = m_writer.written() + std::max<qsizetype>(bytes, 1);
    while (!m_heap.empty() && m_writer.written() < enough) {
        RETURN_IF_ERROR(mergeTerm());
    }
    if (m_heap.empty() && !m_isFinished) {
        m_writer.finish();
        m_isFinished = true;
    }
    return !m_isFinished;
}

/// Goes to the cursor's next term and puts it into the heap, if it has one.
Result<void> Merger::State::advance(quint32 cursor)
{
    const Result<bool> hasTerm = m_cursors[cursor].next();
    RETURN_IF_ERROR(hasTerm);
    if (*hasTerm) {
        m_heap.push_back(cursor);
        std::push_heap(m_heap.begin(), m_heap.end(), behind());
    }
    return {};
}

/// Takes the cursors with the lowest term from the heap, in the order of their documents.
void Merger::State::takeEqual()
{
    const QByteArrayView term = m_cursors[m_heap.front()].term();
    m_term.resize(term.size());
    std::copy(term.begin(), term.end(), m_term.begin());
    m_equal.clear();
    do {
        std::pop_heap(m_heap.begin(), m_heap.end(), behind());
        m_equal.push_back(m_heap.back());
        m_heap.pop_back();
    } while (!m_heap.empty() && m_cursors[m_heap.front()].term() == m_term);
}

Result<void> Merger::State::mergeTerm()
{
    takeEqual();
    m_numbers.clear();
    m_places.truncate(0);
    RETURN_IF_ERROR(m_isConcatenation ? appendLists() : mergeLists());
    writeTerm();
    for (const quint32 cursor : m_equal) {
        RETURN_IF_ERROR(advance(cursor));
    }
    return {};
}

/// Concatenates the lists; the places need no change.
Result<void> Merger::State::appendLists()
{
    for (const quint32 index : m_equal) {
        MergeCursor &cursor = m_cursors[index];
        RETURN_IF_ERROR(cursor.readPlaces(m_places));
        if (cursor.documents() == 0)
            continue;
        const quint32 first = cursor.newNumber(0);
        forEachDocument(cursor.postings(), cursor.documents(),
                        [&](quint32 document) { m_numbers.push_back(first + document); });
    }
    return {};
}

Result<void> Merger::State::mergeLists()
{
    m_hits.clear();
    m_isArranged = true;
    for (const quint32 index : m_equal) {
        MergeCursor &cursor = m_cursors[index];
        const qsizetype begin = m_places.size();
        RETURN_IF_ERROR(cursor.readPlaces(m_places));
        addHits(cursor, begin);
    }
    if (!m_isArranged)
        arrangeHits();
    for (const Hit &hit : m_hits)
        m_numbers.push_back(hit.document);
    return {};
}

void Merger::State::addHits(const MergeCursor &cursor, qsizetype placesBegin)
{
    const char *const places = m_places.constData();
    const char *at = places + placesBegin;
    const char *const end = places + m_places.size();
    forEachDocument(cursor.postings(), cursor.documents(), [&](quint32 document) {
        const char *const begin = at;
        skipPlaces(at, end);
        const quint32 number = cursor.newNumber(document);
        if (number == noDocument || (!m_hits.empty() && number < m_hits.back().document))
            m_isArranged = false;
        if (number != noDocument)
            m_hits.push_back({ number, quint32(at - begin), begin - places });
    });
}

/// Brings the hits and their places into the order of the new numbers.
void Merger::State::arrangeHits()
{
    std::sort(m_hits.begin(), m_hits.end(),
              [](const Hit &a, const Hit &b) { return a.document < b.document; });
    m_arranged.resize(m_places.size());
    char *to = m_arranged.data();
    for (const Hit &hit : m_hits)
        to = std::copy_n(m_places.constData() + hit.begin, hit.size, to);
    m_arranged.truncate(to - m_arranged.constData());
    m_places.swap(m_arranged);
}

/// A term that only deleted documents had is left out.
void Merger::State::writeTerm()
{
    if (m_numbers.empty())
        return;
    m_writer.add(m_term, encodedPostings(m_numbers, m_documents, m_postings), m_places);
}

Merger::Merger(std::vector<MergeInput> inputs, quint32 documents, SegmentSink &sink)
    : m_state(std::make_unique<State>(std::move(inputs), documents, sink))
{
}

Merger::~Merger() = default;

Result<bool> Merger::step(qsizetype bytes)
{
    return m_state->step(bytes);
}

} // namespace Search
