// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <cstdint>

/**
 * What to do with one folder, from what we hold and what the server holds. Pure: lists in, steps
 * out; no I/O, no clock.
 */
namespace Sync {

/** Flags of a mail that we follow, as bits. */
enum Flag : std::uint8_t {
    Seen = 1,
    Flagged = 2,
    Deleted = 4,
};

/** One mail as a side sees it. */
struct UidFlags {
    quint32 uid = 0;
    std::uint8_t flags = 0; ///< Flag bits

    bool operator==(const UidFlags &) const = default;
};

/** A flag that changed at the server since we last looked. */
struct FlagChange {
    quint32 uid = 0;
    std::uint8_t before = 0;
    std::uint8_t after = 0;

    bool operator==(const FlagChange &) const = default;
};

struct FolderDelta {
    QList<quint32> toList;     ///< at the server and not here, newest first, deleted ones left out
    QList<quint32> gone;       ///< here and no longer at the server, ascending
    QList<FlagChange> changed; ///< ascending by uid

    bool operator==(const FolderDelta &) const = default;
};

/**
 * Compares both sides. `known` is what we stored with the server flags last seen, `buried` the uids
 * that were deleted here and must never come back; each list in any order, repeated uids count once.
 * Cost: O(n log n).
 */
FolderDelta compareFolder(QList<UidFlags> server, QList<UidFlags> known, QList<quint32> buried);

/// Cuts `uids` into chunks: the first of `first`, the others of `rest` at most, order kept.
QList<QList<quint32>> chunks(const QList<quint32> &uids, qsizetype first, qsizetype rest);

/** A mail whose body is to be fetched. */
struct BodyWanted {
    qint64 mailId = 0;
    quint32 uid = 0;
    qint64 size = 0; ///< bytes, as the server said

    bool operator==(const BodyWanted &) const = default;
};

/// Chunks of at most `maxMails` mails and `maxBytes` bytes; a larger mail gets one of its own.
QList<QList<BodyWanted>> bodyChunks(const QList<BodyWanted> &wanted, qsizetype maxMails,
                                    qint64 maxBytes);

/// An IMAP sequence set of these uids in the given order, neighbours joined: `7:9,3`.
QByteArray uidSet(const QList<quint32> &uids);

} // namespace Sync
