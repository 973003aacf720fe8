// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/mergesource.h"

#include "search/rowchecksum.h"
#include "store/search/index/segmentkeys.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

MergeSource::MergeSource(Session &session, qint64 segment)
    : m_session(session), m_segment(segment),
      m_rowsAtOnce(session.dialect().costsRoundTrips() ? 16 : 1)
{
}

Result<void> MergeSource::readBlocks()
{
    Query rows = m_session.query("search_words_after");
    rows.bind(u":segment"_s, m_segment).bind(u":after"_s, m_lastFirst);
    rows.bind(u":most"_s, m_rowsAtOnce).exec();
    while (rows.next()) {
        m_lastFirst = rows.bytes("first");
        const QByteArray sealed = rows.bytes("data");
        const auto block = Search::openedRow(sealed);
        if (!block)
            return damagedRow(m_session, "search_words", m_segment);
        m_blocks.append(block->toByteArray());
    }
    return rows.result();
}

Result<std::optional<QByteArray>> MergeSource::nextWords()
{
    if (m_blocks.isEmpty()) {
        RETURN_IF_ERROR(readBlocks());
    }
    return m_blocks.isEmpty() ? std::optional<QByteArray>() : m_blocks.takeFirst();
}

Result<void> MergeSource::readPieces()
{
    Query rows = m_session.query("search_places_after");
    rows.bind(u":segment"_s, m_segment).bind(u":after"_s, m_piece.at);
    rows.bind(u":most"_s, m_rowsAtOnce).exec();
    while (rows.next()) {
        const QByteArray sealed = rows.bytes("data");
        const auto piece = Search::openedRow(sealed);
        if (!piece)
            return damagedRow(m_session, "search_places", m_segment);
        m_pieces.append({ rows.int64("at"), piece->toByteArray() });
    }
    return rows.result();
}

Result<void> MergeSource::nextPiece()
{
    if (m_pieces.isEmpty()) {
        RETURN_IF_ERROR(readPieces());
    }
    if (m_pieces.isEmpty())
        return damagedRow(m_session, "search_places", m_segment);
    m_piece = m_pieces.takeFirst();
    return {};
}

Result<void> MergeSource::readPlaces(quint64 offset, quint64 size, QByteArray &to)
{
    while (size > 0) {
        const bool isBefore = m_piece.at < 0 || offset >= quint64(m_piece.at + m_piece.data.size());
        if (isBefore) {
            RETURN_IF_ERROR(nextPiece());
            continue;
        }
        const qsizetype from = qsizetype(offset) - qsizetype(m_piece.at);
        const qsizetype length = std::min<qsizetype>(qsizetype(size), m_piece.data.size() - from);
        to += QByteArrayView(m_piece.data).sliced(from, length);
        offset += quint64(length);
        size -= quint64(length);
    }
    return {};
}

} // namespace Store
