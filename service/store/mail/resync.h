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

/// Stores the current state of these uids. A pending deletion is done if the mail is gone from the
/// server.
Result<void> noteBuried(Session &session, qint64 folderId, const QList<BuriedUid> &uids);

/** From `first` to `last`, both included. */
struct UidSpan {
    quint32 first = 0;
    quint32 last = 0;
};

/** Uids that should exist at the server according to the database. */
struct HeldUids {
    QList<quint32> mails;
    QList<quint32> buried; ///< deleted here only

    friend bool operator==(const HeldUids &, const HeldUids &) = default;
};

/// The uids within the spans.
Result<HeldUids> heldUids(Session &session, qint64 folderId, const QList<UidSpan> &spans);

enum class GonePolicy { Hide, Keep, Delete };

GonePolicy gonePolicy(const QByteArray &onExpunge); ///< of Account::onExpunge

/** Mails that were hidden, kept, deleted or moved. */
struct Gone {
    QList<qint64> changed; ///< ids that were hidden or are kept
    QList<qint64> deleted;
    QList<qint64> moved; ///< ids that took the place of a copy; the copies' ids are in `deleted`

    friend bool operator==(const Gone &, const Gone &) = default;
};

/**
 * Processes uids that are no longer at the server. A mail that has a younger copy elsewhere was
 * moved and takes the copy's place. The other mails are handled as the account specifies; mails to
 * be deleted are hidden until settle(), so that they can be recognised in another folder.
 * Tombstones are kept and marked as gone from the server. A copy is removed if it shows that the
 * mail was moved before it was deleted here.
 */
Result<Gone> markGone(Session &session, qint64 folderId, const QList<quint32> &uids,
                      GonePolicy policy);

/** The data that identify one mail of a folder that may have been renamed. */
struct MailSample {
    quint32 uid = 0;
    qint64 size = 0;
    QByteArray messageId;

    friend bool operator==(const MailSample &, const MailSample &) = default;
};

/// The newest mails of the folder that are at the server, newest first.
Result<QList<MailSample>> mailSample(Session &session, qint64 folderId, int max);

/// Uids of the folder's mails that are no longer listed as at the server, ascending.
Result<QList<quint32>> uidsAway(Session &session, qint64 folderId);

/// The server has these mails after all: they are listed again. Returns the ids of the mails that
/// were not listed.
Result<QList<qint64>> markBack(Session &session, qint64 folderId, const QList<quint32> &uids);

/**
 * The folder is no longer synchronised: the next `max` of its mails above the uid `after` are no
 * longer listed as at the server, but nothing is deleted, whatever the policy. Returns these mails
 * and stores the last uid in `after`, or 0 after the last mail.
 */
Result<Gone> leaveServer(Session &session, qint64 folderId, GonePolicy policy, quint32 *after,
                         int max);

/// Resets the folder's cursor: mails that exist when the folder is next opened do not count as new.
Result<void> forgetCursor(Session &session, qint64 folderId);

/// The same for a folder that is gone from the server. A later folder with the same name is a
/// different folder, even with the same UIDVALIDITY: mails are recognised by Message-ID, size and
/// date.
Result<void> forgetPlaces(Session &session, qint64 folderId);

/**
 * The folder has a new UIDVALIDITY: its mails lose their uids and wait until insertMails()
 * recognises them by Message-ID, size and date; ids and flags are kept. The folder's cursor is
 * reset; mails with uids up to `uidNext` do not count as new. An interrupted call can be repeated
 * and continues.
 */
Result<Folder> beginRebind(Session &session, Folder folder, quint32 uidValidity, quint32 uidNext);

/// To be called after the whole list was imported: mails that were not recognised are gone. At most
/// `max` mails a call; call until the answer is empty.
Result<Gone> finishRebind(Session &session, qint64 folderId, GonePolicy policy, int max);

} // namespace Store
