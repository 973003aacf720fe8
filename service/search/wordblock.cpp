// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/wordblock.h"

#include "search/varint.h"

#include <algorithm>
#include <cstring>

namespace Search {

namespace {

constexpr quint64 mostPlaces = quint64(1) << 48; // bytes; far more than a segment has

quint64 takeAtMost(const char *&at, const char *end, quint64 most)
{
    return std::min(takeVarint(at, end), most);
}

QByteArrayView takeBytes(const char *&at, const char *end, quint64 size)
{
    const QByteArrayView bytes(at, qsizetype(std::min(size, quint64(end - at))));
    at += bytes.size();
    return bytes;
}

} // namespace

WordBlock::WordBlock(QByteArrayView data)
    : m_at(data.begin()), m_end(data.end()), m_placesOffset(takeAtMost(m_at, m_end, mostPlaces))
{
}

bool WordBlock::next()
{
    if (m_at >= m_end)
        return false;
    m_placesOffset = std::min(m_placesOffset + m_placesSize, mostPlaces);
    const qsizetype shared = qsizetype(takeAtMost(m_at, m_end, quint64(m_termSize)));
    const quint64 restSize = takeVarint(m_at, m_end);
    const QByteArrayView rest = takeBytes(m_at, m_end, restSize);
    m_termSize = shared + rest.size();
    if (m_term.size() < m_termSize)
        m_term.resize(m_termSize * 2);
    if (!rest.isEmpty())
        std::memcpy(m_term.data() + shared, rest.data(), size_t(rest.size()));
    m_postings.count = quint32(takeAtMost(m_at, m_end, ~quint32(0)));
    m_placesSize = takeAtMost(m_at, m_end, mostPlaces);
    const quint64 documentsSize = takeVarint(m_at, m_end);
    m_postings.data = takeBytes(m_at, m_end, documentsSize);
    return true;
}

} // namespace Search
