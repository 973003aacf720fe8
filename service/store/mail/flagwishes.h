// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/flagwish.h"
#include "store/mail/mailflags.h"
#include "store/mail/mailstate.h"

namespace Store {

struct Folder;
class Session;

/**
 * The table of changes that the server is to be told (flagSync `both`). Rows go by mail, so they
 * survive a new UIDVALIDITY, and with their mail.
 */

/// The mail's wish, empty where there is none.
Result<FlagWish> flagWish(Session &session, const MailState &mail);

/// Those of the folder's mails that the server has, at most `max`.
Result<QList<FlagWish>> flagWishes(Session &session, const Folder &folder, int max);

/// Flags of this mail that we stored at the server lately, or sent without an answer; ServerFlag bits.
Result<quint8> toldOf(Session &session, qint64 mailId);

/// Writes it; an empty one goes.
Result<void> saveFlagWish(Session &session, qint64 accountId, const FlagWish &wish);

/// Forgets which flags were stored, once all folders were looked at since: every older copy is known.
Result<void> settleFlagWishes(Session &session, qint64 accountId);

Result<bool> hasFlagWishes(Session &session, qint64 accountId);
Result<void> forgetFlagWishes(Session &session, qint64 accountId);

/// The same beside its flags changing here, where the account wants it at the server too.
Result<void> wishFlags(Session &session, const MailState &mail, const FlagPatch &patch);

Result<QByteArray> flagSyncOf(Session &session, qint64 accountId); ///< as Account::flagSync

/// Folders of the account that the server is to be told something of: flags or deletions.
Result<QList<qint64>> foldersToTell(Session &session, qint64 accountId);

} // namespace Store
