// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/outboxmail.h"
#include "store/viewer.h"

namespace Store {

class Session;

/// Stores a mail with its finished message, to be tried at `nextAttemptAtMs`. Answers its id.
Result<qint64> insertOutboxMail(Session &session, const OutboxMail &mail,
                                const QByteArray &message);

/// Takes the oldest mail of the account that is due and counts the try; nothing: none is, or the
/// account is disabled.
Result<std::optional<OutboxMail>> claimOutboxMail(Session &session, qint64 accountId, qint64 nowMs);

/// From now on it is never tried again by itself. Conflict: it is not being sent any more.
Result<void> markHandedOver(Session &session, qint64 id);

/// Writes what changes over a mail's life: its status and everything that a try tells.
Result<void> updateOutboxMail(Session &session, const OutboxMail &mail);

/// The message is needed no longer.
Result<void> dropOutboxMessage(Session &session, qint64 id);

/// A piece of the message, from 0; empty behind the last one.
Result<QByteArray> outboxPiece(Session &session, qint64 id, int position);

/// All pieces together; empty: it is not needed any more.
Result<QByteArray> outboxMessage(Session &session, const OutboxMail &mail);

/// Or NotFound, also for a mail of an account that the viewer does not see.
Result<OutboxMail> outboxMailById(Session &session, qint64 id, const Viewer &viewer = {});

struct OutboxQuery {
    Viewer viewer;
    qint64 accountId = 0; ///< 0: all
    QByteArray status;    ///< empty: all
    qint64 offset = 0;
    int count = 20;
};
struct OutboxPage {
    QList<OutboxMail> items; ///< newest first
    qint64 total = 0;
};
Result<OutboxPage> outboxPage(Session &session, const OutboxQuery &query);

/// An account and when the next of its queued mails is due.
struct OutboxDue {
    qint64 accountId = 0;
    qint64 atMs = 0;
};
Result<QList<OutboxDue>> outboxDue(Session &session);

/// Those that were being sent when the service ended.
Result<QList<OutboxMail>> interruptedOutboxMails(Session &session);

/// The mail that waited longest to be put into its server's folder, of those that are due.
Result<std::optional<OutboxMail>> outboxMailToAppend(Session &session, qint64 nowMs);

/// Writes when it is next tried to be put there, and how often it was.
Result<void> noteAppended(Session &session, const OutboxMail &mail);

/// Removes what has ended before; seconds.
Result<void> pruneOutbox(Session &session, qint64 endedBefore);

/// A mail with this Message-ID among the sent ones of the account, created at `since` or later, as
/// the synchronisation may have found the server's copy first; 0: none.
Result<qint64> sentMailWithId(Session &session, qint64 accountId, const QByteArray &messageId,
                              qint64 since);

} // namespace Store
