// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/segmentrowcache.h"

#include <utility>

namespace Store {

namespace {

constexpr qsizetype most = qsizetype(8) * 1024 * 1024;

} // namespace

void SegmentRowCache::keepOnly(const QList<qint64> &segments)
{
    for (auto rows = m_rows.begin(); rows != m_rows.end();) {
        if (segments.contains(rows.key())) {
            ++rows;
            continue;
        }
        for (const QByteArray &data : std::as_const(*rows))
            m_bytes -= data.size();
        rows = m_rows.erase(rows);
    }
}

QByteArray SegmentRowCache::find(qint64 segment, quint32 first) const
{
    const auto rows = m_rows.constFind(segment);
    return rows == m_rows.cend() ? QByteArray() : rows->value(first);
}

void SegmentRowCache::keep(qint64 segment, quint32 first, const QByteArray &data)
{
    if (m_bytes + data.size() > most)
        return;
    m_rows[segment].insert(first, data);
    m_bytes += data.size();
}

} // namespace Store
