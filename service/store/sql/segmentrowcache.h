// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>

namespace Store {

/**
 * Keeps rows of search_keys in memory, because a filtered or sorted search needs those of all hits: 4 MiB
 * for 500,000 mails. Such a row never changes, and no other
 * row gets its number while the connection lasts. For one connection to one server: after a fail-over
 * the numbers may mean other rows.
 */
class SegmentRowCache
{
public:
    /// Removes the rows of all other segments: they were merged.
    void keepOnly(const QList<qint64> &segments);

    /// The data of the row without its checksum; empty: not there.
    QByteArray find(qint64 segment, quint32 first) const;

    /// Does nothing if all rows together would take more than 8 MiB.
    void keep(qint64 segment, quint32 first, const QByteArray &data);

private:
    QHash<qint64, QHash<quint32, QByteArray>> m_rows; ///< by segment and first document
    qsizetype m_bytes = 0;
};

} // namespace Store
