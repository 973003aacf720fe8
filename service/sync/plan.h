// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/bodies.h"
#include "store/mail/mailflags.h"
#include "store/mail/resync.h"

#include <QList>

/**
 * What to do with one folder, from what we hold and what the server holds. Pure: lists in, steps
 * out; no I/O, no clock.
 */
namespace Sync {

struct FolderDelta {
    QList<quint32> toList; ///< at the server and not here, newest first, deleted ones left out
    QList<quint32> gone;   ///< here and no longer at the server, ascending
    QList<Store::ServerFlags> changed; ///< flags as they are now, ascending by uid
    /// Deleted here, and added or removed at the server since the last check; ascending.
    QList<Store::BuriedUid> buried;

    bool operator==(const FolderDelta &) const = default;
};

/**
 * Compares both sides. `known` is what we stored with the server flags last seen, `buried` the uids
 * that were deleted here and must never come back; each list in any order, repeated uids count once.
 * Cost: O(n log n).
 */
FolderDelta compareFolder(QList<Store::ServerFlags> server, QList<Store::ServerFlags> known,
                          QList<Store::BuriedUid> buried);

/// Ascending by uid, each once; of a repeated uid the last entry counts.
void sortUnique(QList<Store::ServerFlags> &list);

/// Cuts `uids` into chunks: the first of `first`, the others of `rest` at most, order kept.
QList<QList<quint32>> chunks(const QList<quint32> &uids, qsizetype first, qsizetype rest);

/// Chunks of at most `maxMails` mails and `maxBytes` bytes; a larger mail gets one of its own.
QList<QList<Store::BodyWanted>> bodyChunks(const QList<Store::BodyWanted> &wanted,
                                           qsizetype maxMails, qint64 maxBytes);

} // namespace Sync
