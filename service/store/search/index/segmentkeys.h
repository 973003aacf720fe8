// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/query.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QHash>
#include <QList>

#include <optional>

namespace Store {

class Session;

/// Documents in one row of search_keys: with its checksum about one page of the database.
constexpr quint32 keysInRow = 490;

/** The sort keys of the documents of one segment. */
class SegmentKeys
{
public:
    SegmentKeys(Session &session, qint64 segment) : m_session(session), m_segment(segment) { }

    /// Appends the keys of these documents, in rising order. An error if a row is missing or damaged.
    Result<void> read(const QList<quint32> &documents, QList<qint64> &to);

private:
    Result<void> prepare(const QList<quint32> &documents);
    Result<void> fetch(const QList<qint64> &firsts);
    Result<QByteArray> rowOf(quint32 first);
    Result<QByteArray> dataOf(quint32 first);

    Session &m_session;
    const qint64 m_segment;
    std::optional<Query> m_rows;
    quint32 m_first = 0;                   ///< of the row that was read last with m_rows
    QHash<quint32, QByteArray> m_prepared; ///< data of rows by their first document
};

/// All keys of a segment.
Result<QList<qint64>> keysOfSegment(Session &session, qint64 segment);

/// The deleted documents of a segment, in no order.
Result<QList<quint32>> deletedDocuments(Session &session, qint64 segment);

/// The key at `index` of the data of a row.
qint64 keyAt(QByteArrayView keys, qsizetype index);

/// Also reports the segment (Session::onDamage()), so that it is made again.
Error damagedRow(Session &session, const char *table, qint64 segment);

} // namespace Store
