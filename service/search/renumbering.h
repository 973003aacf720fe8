// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

namespace Search {

constexpr quint32 noDocument = ~quint32(0);

/** The numbers of the documents of several segments in the merged segment: newest first. */
struct Renumbering {
    QList<QList<quint32>> documents; ///< for each segment and document; noDocument: deleted
    QList<qint64> keys;              ///< of the new segment, falling
};

/// `keys` are those of all documents of each segment, falling; `gone` the numbers of its deleted ones, in
/// any order.
Renumbering renumbered(const QList<QList<qint64>> &keys, const QList<QList<quint32>> &gone);

} // namespace Search
