// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/segmentwriter.h"

#include "search/varint.h"

#include <algorithm>
#include <cstring>

namespace Search {

namespace {

constexpr qsizetype numbersBytes = 6 * maxVarintBytes; // upper bound for the numbers of a term

char *putBytes(char *to, QByteArrayView bytes)
{
    if (!bytes.isEmpty())
        std::memcpy(to, bytes.data(), size_t(bytes.size()));
    return to + bytes.size();
}

qsizetype sharedPrefix(QByteArrayView a, QByteArrayView b)
{
    return std::mismatch(a.begin(), a.begin() + std::min(a.size(), b.size()), b.begin()).first
        - a.begin();
}

void assign(QByteArray &to, QByteArrayView bytes)
{
    to.resize(bytes.size());
    putBytes(to.data(), bytes);
}

} // namespace

SegmentWriter::SegmentWriter(SegmentSink &sink) : m_sink(sink)
{
    m_block.resize(wordBlockBytes * 2);
    m_places.resize(placePieceBytes * 5);
}

void SegmentWriter::add(QByteArrayView term, const Postings &postings, QByteArrayView places)
{
    const qsizetype most = m_blockSize + term.size() + postings.data.size() + numbersBytes;
    if (m_block.size() < most)
        m_block.resize(most * 2);
    char *to = m_block.data() + m_blockSize;
    if (m_blockSize == 0) {
        assign(m_first, term);
        m_last.truncate(0);
        to = putVarint(to, m_placesOffset + quint64(m_placesSize));
    }
    const qsizetype shared = sharedPrefix(term, m_last);
    const QByteArrayView rest = term.sliced(shared);
    to = putVarint(to, quint64(shared));
    to = putVarint(to, quint64(rest.size()));
    to = putBytes(to, rest);
    to = putVarint(to, postings.count);
    to = putVarint(to, quint64(places.size()));
    to = putVarint(to, quint64(postings.data.size()));
    to = putBytes(to, postings.data);
    m_blockSize = to - m_block.data();
    assign(m_last, term);
    keepPlaces(places);
    if (m_blockSize >= wordBlockBytes)
        writeBlock();
    if (m_placesSize >= placePieceBytes * 4)
        writePieces();
}

void SegmentWriter::finish()
{
    if (m_blockSize > 0)
        writeBlock();
    writePieces();
    if (m_placesSize > 0)
        writePlaces(QByteArrayView(m_places).first(m_placesSize));
    m_placesSize = 0;
}

void SegmentWriter::keepPlaces(QByteArrayView places)
{
    if (m_places.size() < m_placesSize + places.size())
        m_places.resize((m_placesSize + places.size()) * 2);
    putBytes(m_places.data() + m_placesSize, places);
    m_placesSize += places.size();
}

void SegmentWriter::writeBlock()
{
    m_sink.addWords(m_first, QByteArrayView(m_block).first(m_blockSize));
    m_written += m_blockSize;
    m_blockSize = 0;
}

void SegmentWriter::writePieces()
{
    qsizetype at = 0;
    for (; m_placesSize - at >= placePieceBytes; at += placePieceBytes)
        writePlaces(QByteArrayView(m_places).sliced(at, placePieceBytes));
    m_placesSize -= at;
    std::memmove(m_places.data(), m_places.constData() + at, size_t(m_placesSize));
}

void SegmentWriter::writePlaces(QByteArrayView piece)
{
    m_sink.addPlaces(m_placesOffset, piece);
    m_placesOffset += quint64(piece.size());
    m_written += piece.size();
}

} // namespace Search
