// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "search/merger.h"

#include <QByteArray>

namespace Store {

class Session;

/**
 * The rows of one segment in order, read with one statement per row, so that no statement is open
 * between two steps of a merge. The rows do not change meanwhile: segments never change, and none
 * is deleted while it is merged.
 */
class MergeSource : public Search::MergeSource
{
public:
    /// The session must outlive it.
    MergeSource(Session &session, qint64 segment) : m_session(session), m_segment(segment) { }

    Result<std::optional<QByteArray>> nextWords() override;
    Result<void> readPlaces(quint64 offset, quint64 size, QByteArray &to) override;

private:
    Result<void> nextPiece();

    Session &m_session;
    const qint64 m_segment;
    QByteArray m_lastFirst; ///< first term of the block that was read last
    QByteArray m_piece;     ///< of the places
    qint64 m_pieceAt = -1;  ///< its offset
};

} // namespace Store
