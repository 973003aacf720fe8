// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "search/docset.h"
#include "search/segmentrows.h"

#include <QByteArray>
#include <QList>

namespace Store {

class Session;

/**
 * Reads the segments of the full text index from the rows of the database, as of the moment when
 * the object was created: use it within one Snapshot or Transaction. A wrong checksum of a row is
 * an error (Error::Storage).
 */
class SegmentReader : public Search::SegmentRows
{
public:
    static Result<SegmentReader> make(Session &session);

    const QList<Search::SegmentInfo> &segments() const override { return m_segments; }
    Result<void> readWords(const QByteArray &low, const QByteArray &high,
                           const VisitBlock &visit) override;
    Result<QByteArray> readPlaces(qsizetype segment, quint64 offset, quint64 size) override;

    /// The documents of a segment that were deleted since it was written; empty if there are none.
    Result<Search::DocSet> deleted(qsizetype segment);

    /// Appends the sort keys of hits number first..last-1 (or all that there are), newest first.
    Result<void> readKeys(qsizetype segment, const Search::DocSet &hits, qint64 first, qint64 last,
                          QList<qint64> &to);

private:
    explicit SegmentReader(Session &session) : m_session(&session) { }

    Session *m_session;
    QList<Search::SegmentInfo> m_segments;
    QList<bool> m_hasGone; ///< whether documents of each are deleted
};

} // namespace Store
