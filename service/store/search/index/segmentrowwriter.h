// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "search/segment.h"
#include "store/sql/jsonrows.h"
#include "store/sql/query.h"

#include <QList>

#include <optional>

namespace Store {

class Session;

/**
 * Writes the rows of one segment, in the caller's transaction. Where each statement costs a round trip, rows are
 * collected: flush() writes the last ones. Errors stick: see result().
 */
class SegmentRowWriter : public Search::SegmentSink
{
public:
    SegmentRowWriter(Session &session, qint64 segment);

    void addWords(QByteArrayView first, QByteArrayView data) override;
    void addPlaces(quint64 offset, QByteArrayView data) override;
    void addKeys(const QList<qint64> &keys); ///< of all documents, falling

    /// Before the end of each transaction. Returns the first error so far.
    const Result<void> &flush();

    qint64 bytes() const { return m_bytes; } ///< of words and places so far
    const Result<void> &result() const { return m_result; }

private:
    /** The rows of one table. */
    struct Rows {
        Query insert;
        JsonRows collected;
        QByteArray bytes; ///< the data of these rows, one after the other
        int count = 0;
    };

    template<typename... Values>
    void add(Rows &rows, const QByteArray &data, const Values &...others);
    void insert(Query &query);
    void flush(Rows &rows);

    const qint64 m_segment;
    const bool m_collects;
    Rows m_words;
    Rows m_places;
    Rows m_keys;
    qint64 m_bytes = 0;
    Result<void> m_result;
};

/// `state` of a row in search_segments.
enum class SegmentState : int { Merging = 0, Searched = 1, Retired = 2 };

/// Inserts a row into search_segments and returns its id. `keys` are of all documents, falling, not empty.
Result<qint64> insertSegment(Session &session, const QList<qint64> &keys, qint64 bytes,
                             SegmentState state);

/// Stores a whole segment from memory, and returns its id; it is searched from the commit on. It has documents.
Result<qint64> storeSegment(Session &session, const Search::Segment &segment);

} // namespace Store
