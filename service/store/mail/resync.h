// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/folders.h"
#include "store/mail/mailflags.h"

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
    QList<qint64> moved; ///< ids that have the place of a copy now, whose ids are among `deleted`

    friend bool operator==(const Gone &, const Gone &) = default;
};

/**
 * These uids are no longer at the server. A mail that has a younger copy elsewhere was moved and takes
 * the copy's place. With the others it does what the account wants; what is to be deleted is hidden
 * until settle(), so that it is recognised in another folder. Tombstones stay and know it; a copy that
 * shows that the mail had been moved before it was deleted here goes.
 */
Result<Gone> markGone(Session &session, qint64 folderId, const QList<quint32> &uids,
                      GonePolicy policy);

/** What recognises one mail of a folder that may have been renamed. */
struct MailSample {
    quint32 uid = 0;
    qint64 size = 0;
    QByteArray messageId;

    friend bool operator==(const MailSample &, const MailSample &) = default;
};

/// The newest mails of the folder that are at the server, newest first.
Result<QList<MailSample>> mailSample(Session &session, qint64 folderId, int max);

/// Uids of the folder's mails that are not listed as at its server any more, ascending.
Result<QList<quint32>> uidsAway(Session &session, qint64 folderId);

/// The server has these after all: they are listed again. Answers the ids of those that were not.
Result<QList<qint64>> markBack(Session &session, qint64 folderId, const QList<quint32> &uids);

/**
 * The folder is not followed any more: the next `max` of its mails above the uid `after` are no longer
 * listed as at the server, but nothing is deleted, whatever the policy. Answers them; the last uid
 * comes back in `after`, 0 after the last.
 */
Result<Gone> leaveServer(Session &session, qint64 folderId, GonePolicy policy, quint32 *after,
                         int max);

/// The folder's cursor starts anew: what is there when it is opened next is not new mail.
Result<void> forgetCursor(Session &session, qint64 folderId);

/// The same for a folder that is gone from the server. Whatever comes under its name is another
/// folder, also with the same UIDVALIDITY: mails are recognised by Message-ID, size and date.
Result<void> forgetPlaces(Session &session, qint64 folderId);

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
