// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailstate.h"

#include <QByteArray>
#include <QStringView>

namespace Store {

struct Folder;
struct NewMail;
class Session;

/// A hash that identifies a mail under another UIDVALIDITY: of its Message-ID, or of size, date,
/// sender and subject if it has none. 16 bytes.
QByteArray mailIdentity(QStringView messageId, qint64 createdAt, qint64 size, QStringView from,
                        QStringView subject);

/// Leaves a tombstone for a mail that is about to be deleted. For a local copy of a sent mail, the
/// tombstone is in the account's sent folders, so that the server's own copy is not imported again.
/// A recently arrived copy is noted in the tombstone: another client may just have moved the mail
/// there.
Result<void> bury(Session &session, const MailState &mail);

/// Mails with these uids are no longer at the server. If one of them was deleted here, and a copy
/// noted in its tombstone is unchanged since it arrived, the mail was moved before the deletion.
/// Returns such copies, which have to be deleted too.
Result<QList<MailState>> movesOfBuried(Session &session, qint64 folderId,
                                       const QList<quint32> &uids);

/// Uids of the folder that were deleted here and are to be deleted at the server too, at most `max`.
Result<QList<quint32>> uidsToDelete(Session &session, const Folder &folder, int max);

/// Drops the pending deletions at the server: the account's settings no longer allow them.
Result<void> keepBuriedAtServer(Session &session, qint64 accountId);

} // namespace Store
