// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/merger.h"

#include <QByteArray>
#include <QList>

namespace Store {

class Session;

/**
 * The rows of one segment in order. Each statement is read to its end, so that none is open
 * between two steps of a merge: one row at a time, or some where each statement costs a round trip. The rows do not change meanwhile: segments never change, and none
 * is deleted while it is merged.
 */
class MergeSource : public Search::MergeSource
{
public:
    /// The session must outlive it.
    MergeSource(Session &session, qint64 segment);

    Result<std::optional<QByteArray>> nextWords() override;
    Result<void> readPlaces(quint64 offset, quint64 size, QByteArray &to) override;

private:
    /** A piece of the places. */
    struct Piece {
        qint64 at = -1; ///< its offset
        QByteArray data;
    };

    Result<void> readBlocks();
    Result<void> readPieces();
    Result<void> nextPiece();

    Session &m_session;
    const qint64 m_segment;
    const int m_rowsAtOnce;
    QByteArray m_lastFirst;     ///< first term of the block that was read last
    QList<QByteArray> m_blocks; ///< read, but not returned yet
    QList<Piece> m_pieces;      ///< the same of the places
    Piece m_piece;
};

} // namespace Store
