// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <utility>

/**
 * The index consists of segments, which never change once they are made: a batch of mails inverted in
 * memory, or several segments merged. A segment is rows of three kinds:
 *
 *  - words: blocks of terms in byte order, front coded, each with its documents; found by their first term;
 *  - places: where in the documents the words stand, for phrases; found by their offset;
 *  - keys: document -> sort key of its mail, which holds the mail's id.
 *
 * Documents are numbered from 0, newest mail (highest key) first.
 */
namespace Search {

constexpr qsizetype wordBlockBytes = 7600; ///< about two database pages with the row around it
constexpr qsizetype placePieceBytes = 8050;

/** Receives the rows of a segment while it is created. */
class SegmentSink
{
public:
    virtual ~SegmentSink() = default;
    /// A block of terms, the first of which is `first`. In byte order.
    virtual void addWords(QByteArrayView first, QByteArrayView data) = 0;
    /// A piece of the places, which are one long text of bytes. At rising offsets, without gaps.
    virtual void addPlaces(quint64 offset, QByteArrayView data) = 0;
};

/** A segment in memory, to be written at once. */
class Segment : public SegmentSink
{
public:
    void addWords(QByteArrayView first, QByteArrayView data) override
    {
        words.emplaceBack(first.toByteArray(), data.toByteArray());
    }
    void addPlaces(quint64 offset, QByteArrayView data) override
    {
        places.emplaceBack(offset, data.toByteArray());
    }
    qint64 bytes() const; ///< of words and places

    QList<std::pair<QByteArray, QByteArray>> words; ///< first term, block
    QList<std::pair<quint64, QByteArray>> places;   ///< offset, piece
    QList<qint64> keys;                             ///< of the documents, falling
};

} // namespace Search
