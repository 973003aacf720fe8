// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/query.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <optional>

namespace Store {

class Session;

/// Documents in one row of search_keys: with its checksum about one page of the database.
constexpr quint32 keysInRow = 490;

/** The sort keys of the documents of one segment, to be requested in rising order of documents. */
class SegmentKeys
{
public:
    SegmentKeys(Session &session, qint64 segment) : m_session(session), m_segment(segment) { }

    /// An error if the row is missing or damaged.
    Result<qint64> of(quint32 document);

private:
    Result<void> goTo(quint32 document);

    Session &m_session;
    const qint64 m_segment;
    std::optional<Query> m_rows;
    quint32 m_first = 0; ///< document of the first key in m_keys
    QByteArray m_keys;
};

/// All keys of a segment.
Result<QList<qint64>> keysOfSegment(Session &session, qint64 segment);

/// The deleted documents of a segment, in no order.
Result<QList<quint32>> deletedDocuments(Session &session, qint64 segment);

/// The key at `index` of the data of a row.
qint64 keyAt(QByteArrayView keys, qsizetype index);

Error damagedRow(const char *table, qint64 segment);

} // namespace Store
