// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/postings.h"
#include "search/segment.h"

#include <QByteArray>
#include <QByteArrayView>

namespace Search {

/**
 * Makes rows of terms that are added in byte order. A block of words begins with the offset of its first term's
 * places. A term is: how many bytes it shares with the one before it in the block, how many follow, these;
 * the count of its documents, the size of its places, the size of its documents, these. All numbers are
 * varints.
 */
class SegmentWriter
{
public:
    /// The sink must outlive it.
    explicit SegmentWriter(SegmentSink &sink);

    void add(QByteArrayView term, const Postings &postings, QByteArrayView places);
    /// Writes the remaining data; call it once, after the last term.
    void finish();

    /// Bytes of all rows that the sink received.
    qint64 written() const { return m_written; }

private:
    void keepPlaces(QByteArrayView places);
    void writeBlock();
    void writePieces();
    void writePlaces(QByteArrayView piece);

    SegmentSink &m_sink;
    QByteArray m_block;
    qsizetype m_blockSize = 0; ///< used of m_block
    QByteArray m_first;        ///< term of the block
    QByteArray m_last;
    QByteArray m_places;        ///< not yet written
    qsizetype m_placesSize = 0; ///< used of m_places
    quint64 m_placesOffset = 0; ///< of m_places
    qint64 m_written = 0;
};

} // namespace Search
