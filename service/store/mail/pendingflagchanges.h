// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailflags.h"
#include "store/mail/mailstate.h"
#include "store/mail/pendingflagchange.h"

namespace Store {

struct Folder;
class Session;

/**
 * The table of pending flag changes that have to be stored at the mail server (flagSync `both`).
 * Rows belong to mails, so they survive a new UIDVALIDITY, and are deleted with their mail.
 */

/// The pending flags of the mail; empty if there are none.
Result<PendingFlagChange> pendingFlagChange(Session &session, const MailState &mail);

/// Pending flags of the folder's mails that exist at the server, at most `max`.
Result<QList<PendingFlagChange>> pendingFlagChanges(Session &session, const Folder &folder,
                                                    int max);

/// Flags of this mail that we recently stored at the server, or sent without an answer; ServerFlag
/// bits.
Result<quint8> sentFlagsOf(Session &session, qint64 mailId);

/// Stores the pending flags; deletes the row if they are empty.
Result<void> savePendingFlagChange(Session &session, qint64 accountId,
                                   const PendingFlagChange &pending);

/// Forgets which flags were stored, after all folders were checked since then: every older copy is
/// known.
Result<void> settlePendingFlagChanges(Session &session, qint64 accountId);

Result<bool> hasPendingFlagChanges(Session &session, qint64 accountId);
Result<void> forgetPendingFlagChanges(Session &session, qint64 accountId);

/// Notes a local flag change as pending for the server, if the account's settings allow it.
Result<void> pendingFlags(Session &session, const MailState &mail, const FlagPatch &patch);

Result<QByteArray> flagSyncOf(Session &session, qint64 accountId); ///< as Account::flagSync

/// Folders of the account with pending changes for the server: flags or deletions.
Result<QList<qint64>> foldersWithChanges(Session &session, qint64 accountId);

} // namespace Store
