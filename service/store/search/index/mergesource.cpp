// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/mergesource.h"

#include "search/rowchecksum.h"
#include "store/search/index/segmentkeys.h"
#include "store/sql/session.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

Result<std::optional<QByteArray>> MergeSource::nextWords()
{
    Query row = m_session.query("search_words_after");
    const bool found =
        row.bind(u":segment"_s, m_segment).bind(u":after"_s, m_lastFirst).exec() && row.next();
    if (row.failed())
        return row.error();
    if (!found)
        return std::optional<QByteArray>();
    m_lastFirst = row.bytes("first");
    const QByteArray sealed = row.bytes("data");
    const auto block = Search::openedRow(sealed);
    if (!block)
        return damagedRow("search_words", m_segment);
    return std::optional(block->toByteArray());
}

Result<void> MergeSource::nextPiece()
{
    Query row = m_session.query("search_places_after");
    const bool found =
        row.bind(u":segment"_s, m_segment).bind(u":after"_s, m_pieceAt).exec() && row.next();
    if (row.failed())
        return row.error();
    const QByteArray sealed = found ? row.bytes("data") : QByteArray();
    const auto piece = Search::openedRow(sealed);
    if (!piece)
        return damagedRow("search_places", m_segment);
    m_pieceAt = row.int64("at");
    m_piece = piece->toByteArray();
    return {};
}

Result<void> MergeSource::readPlaces(quint64 offset, quint64 size, QByteArray &to)
{
    while (size > 0) {
        const bool isBefore = m_pieceAt < 0 || offset >= quint64(m_pieceAt + m_piece.size());
        if (isBefore) {
            RETURN_IF_ERROR(nextPiece());
            continue;
        }
        const qsizetype from = qsizetype(offset) - qsizetype(m_pieceAt);
        const qsizetype length = std::min<qsizetype>(qsizetype(size), m_piece.size() - from);
        to += QByteArrayView(m_piece).sliced(from, length);
        offset += quint64(length);
        size -= quint64(length);
    }
    return {};
}

} // namespace Store
