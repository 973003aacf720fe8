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

/// Uids under the folder's UIDVALIDITY that were deleted here and must not come back, ascending.
Result<QList<quint32>> buriedUids(Session &session, qint64 folderId);

enum class GonePolicy { Hide, Keep, Delete };

GonePolicy gonePolicy(const QByteArray &onExpunge); ///< of Account::onExpunge

/** Mails that left a list or went altogether. */
struct Gone {
    QList<qint64> changed; ///< ids that were hidden or are kept
    QList<qint64> deleted;

    friend bool operator==(const Gone &, const Gone &) = default;
};

/// These uids are no longer at the server: does what the account wants; forgets their tombstones.
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
