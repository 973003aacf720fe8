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

/// What recognises a mail under another UIDVALIDITY: a hash of its Message-ID, or of size, date,
/// sender and subject where it has none. 16 bytes.
QByteArray mailIdentity(QStringView messageId, qint64 createdAt, qint64 size, QStringView from,
                        QStringView subject);

/// Leaves a tombstone for a mail that is about to be deleted. A local copy of a sent mail gets one
/// in the account's sent folders, so that the server's own copy does not bring it back. A copy that
/// came lately is noted with it: it may be where another client just moved the mail.
Result<void> bury(Session &session, const MailState &mail);

/// Mails under these uids are no longer at the server. Where one of them was deleted here, and a copy
/// that was noted with it is still as it came, it had been moved before: answers such copies, which
/// are to go too.
Result<QList<MailState>> movesOfBuried(Session &session, qint64 folderId,
                                       const QList<quint32> &uids);

/// Uids of the folder that were deleted here and are to be deleted at the server too, at most `max`.
Result<QList<quint32>> uidsToDelete(Session &session, const Folder &folder, int max);

/// What waits to be deleted at the server stays there: the account no longer wants that.
Result<void> keepBuriedAtServer(Session &session, qint64 accountId);

} // namespace Store
