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

/// More segments than this make searches slow. A first sync of 50,000 mails stays below: its searches take 4 to 15 ms
/// until it has ended, and it needs a seventh less time than with merges meanwhile.
constexpr qsizetype manySegments = 256;
/// Merged together: each of them has rows in memory.
constexpr qsizetype mostMerged = 64;

/// The segments to be merged next, at most `mostMerged`; empty: no merge is needed. Pure.
QList<qint64> nextTier(const QList<SegmentFacts> &segments);

/// All segments, not limited by `mostMerged`: an import leaves about `manySegments` at most. A single one is rewritten if
/// a quarter of it is deleted. Empty: no merge is needed. Pure.
QList<qint64> allSegments(const QList<SegmentFacts> &segments);

} // namespace Store
