// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

#include <functional>

namespace Search {

/** A segment that is searched. */
struct SegmentInfo {
    qint64 id = 0;
    quint32 documents = 0;

    friend bool operator==(const SegmentInfo &, const SegmentInfo &) = default;
};

/** The source of the rows of all segments: a database, in one snapshot. */
class SegmentRows
{
public:
    virtual ~SegmentRows() = default;

    virtual const QList<SegmentInfo> &segments() const = 0;

    /// `segment` is an index into segments(); the block is valid only during the call.
    using VisitBlock = std::function<void(qsizetype segment, QByteArrayView block)>;

    /// Visits, segment by segment, the blocks in which terms from `low` to before `high` (empty: to the
    /// last) may stand, in byte order; the first block may hold smaller terms too.
    virtual Result<void> readWords(const QByteArray &low, const QByteArray &high,
                                   const VisitBlock &visit) = 0;

    /// The places from `offset` on, `size` bytes; fewer where rows are missing.
    virtual Result<QByteArray> readPlaces(qsizetype segment, quint64 offset, quint64 size) = 0;
};

} // namespace Search
