// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/folders.h"
#include "store/mailflags.h"

namespace Store {

class Session;

/// Every uid of the folder that we hold, ascending, with the server flags last noted. 50k uids take
/// about 30 ms. Mails known to be gone are left out.
Result<QList<ServerFlags>> knownUids(Session &session, qint64 folderId);

/** A uid under the folder's UIDVALIDITY that was deleted here and must not come back. */
struct BuriedUid {
    quint32 uid = 0;
    bool isAtServer = true; ///< as far as we know

    friend bool operator==(const BuriedUid &, const BuriedUid &) = default;
};

Result<QList<BuriedUid>> buriedUids(Session &session, qint64 folderId); ///< ascending

/// Notes where they are now. What was to be deleted at the server and is gone is done.
Result<void> noteBuried(Session &session, qint64 folderId, const QList<BuriedUid> &uids);

/** From `first` to `last`, both counted. */
struct UidSpan {
    quint32 first = 0;
    quint32 last = 0;
};

/** Uids that we take to be at the server. */
struct HeldUids {
    QList<quint32> mails;
    QList<quint32> buried; ///< deleted here only

    friend bool operator==(const HeldUids &, const HeldUids &) = default;
};

/// Those within the spans.
Result<HeldUids> heldUids(Session &session, qint64 folderId, const QList<UidSpan> &spans);

enum class GonePolicy { Hide, Keep, Delete };

GonePolicy gonePolicy(const QByteArray &onExpunge); ///< of Account::onExpunge

/** Mails that left a list or went altogether. */
struct Gone {
    QList<qint64> changed; ///< ids that were hidden or are kept
    QList<qint64> deleted;

    friend bool operator==(const Gone &, const Gone &) = default;
};

/// These uids are no longer at the server: does what the account wants. Tombstones stay and know it.
Result<Gone> markGone(Session &session, qint64 folderId, const QList<quint32> &uids,
                      GonePolicy policy);

/**
 * The folder has a new UIDVALIDITY: its mails lose their uids and wait to be recognised, in
 * insertMails(), by Message-ID, size and date; ids and flags stay. The folder's cursor starts anew,
 * nothing up to `uidNext` counts as new mail. May be interrupted and goes on where it was.
 */
Result<Folder> beginRebind(Session &session, Folder folder, quint32 uidValidity, quint32 uidNext);

/// After the whole list came in: what was not recognised is gone. At most `max` mails a call; call
/// until the answer is empty.
Result<Gone> finishRebind(Session &session, qint64 folderId, GonePolicy policy, int max);

} // namespace Store
