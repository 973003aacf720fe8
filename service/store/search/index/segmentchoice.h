// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QtGlobal>

namespace Store {

/** The properties of a segment that decide about a merge. */
struct SegmentFacts {
    qint64 id = 0;
    qint64 documents = 0;
    qint64 gone = 0; ///< of these, deleted
    qint64 bytes = 0;
};

/// More segments than this make searches slow.
constexpr qsizetype manySegments = 96;

/// The segments to be merged next; empty: no merge is needed. Pure.
QList<qint64> nextTier(const QList<SegmentFacts> &segments);

/// The same for merging all segments; a single segment is rewritten if a quarter of it is deleted.
QList<qint64> allSegments(const QList<SegmentFacts> &segments);

} // namespace Store
