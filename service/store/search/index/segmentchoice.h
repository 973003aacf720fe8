// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QtGlobal>

namespace Store {

/** What a merge is decided by. */
struct SegmentFacts {
    qint64 id = 0;
    qint64 documents = 0;
    qint64 gone = 0; ///< of these, deleted
    qint64 bytes = 0;
};

/// More than so many make searches slow.
constexpr qsizetype manySegments = 96;

/// The segments that should become one next; empty: it is well as it is. Pure.
QList<qint64> nextTier(const QList<SegmentFacts> &segments);

/// The same where all are to become one; one alone is written anew where a quarter of it is deleted.
QList<qint64> allSegments(const QList<SegmentFacts> &segments);

} // namespace Store
