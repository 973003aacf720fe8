// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/queue/outboxmail.h"
#include "store/queue/outboxmessage.h"
#include "store/sql/viewer.h"

#include <limits>

namespace Store {

class Session;

/// What is due later than that was put off before the clock was set back: it is due at once.
struct LatestDue {
    qint64 nowMs = 0;
    qint64 latestMs = 0;
};

/// Stores a mail with its finished message, to be tried at `nextAttemptAtMs`. Answers its id.
Result<qint64> insertOutboxMail(Session &session, const OutboxMail &mail,
                                const OutboxMessage &message);

/** Who sends: one run of a service, and until when it is to be believed alive. */
struct OutboxClaim {
    QByteArray run; ///< a name that no other run has
    qint64 untilMs = 0;
    /// One that ends later was made before the clock was set back, and counts as ended.
    qint64 latestMs = std::numeric_limits<qint64>::max();
};

/// Takes the oldest mail of the account that is due and counts the try; nothing: none is, or the
/// account is disabled.
Result<std::optional<OutboxMail>> claimOutboxMail(Session &session, qint64 accountId, qint64 nowMs,
                                                  const OutboxClaim &claim);

/// What this run is sending stays its own for longer.
Result<void> renewOutboxClaims(Session &session, const OutboxClaim &claim);

/// From now on it is never tried again by itself. Conflict: this run is not sending it any more.
Result<void> markHandedOver(Session &session, qint64 id, const QByteArray &run);

/// Writes what changes over a mail's life: its status and everything that a try tells; nobody sends
/// it then. Conflict: it is gone, or belongs to another run than when it was read.
Result<void> updateOutboxMail(Session &session, const OutboxMail &mail);

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

/// An account, and when the first and the last of its queued mails is due.
struct OutboxDue {
    qint64 accountId = 0;
    qint64 atMs = 0;
    qint64 lastMs = 0;
};
Result<QList<OutboxDue>> outboxDue(Session &session);
/// Queued mails that are due too late are due now.
Result<void> pullOutboxMails(Session &session, LatestDue due);
/// The same of mails to be put into their server's folder, and when the last of these is due.
Result<void> pullAppends(Session &session, LatestDue due);
Result<qint64> lastAppend(Session &session); ///< milliseconds; 0: there is none

/// Those that were being sent by other runs than this one, and whose claims ended at `untilMs`.
Result<QList<OutboxMail>> interruptedOutboxMails(Session &session, const OutboxClaim &claim);

/// Those of the account that this run has claimed.
Result<QList<OutboxMail>> claimedOutboxMails(Session &session, qint64 accountId,
                                             const QByteArray &run);

/// Accounts that have mails to be put into their server's folder now.
Result<QList<qint64>> accountsToAppend(Session &session, qint64 nowMs);
/// The mail of the account that waited longest for that, of those that are due.
Result<std::optional<OutboxMail>> outboxMailToAppend(Session &session, qint64 accountId,
                                                     qint64 nowMs);

/// Writes when it is next tried to be put there, and how often it was.
Result<void> noteAppended(Session &session, const OutboxMail &mail);

/// Removes what has ended before; seconds.
Result<void> pruneOutbox(Session &session, qint64 endedBefore);

/// A mail with this Message-ID among the sent ones of the account, created at `since` or later, as
/// the synchronisation may have found the server's copy first; 0: none.
Result<qint64> sentMailWithId(Session &session, qint64 accountId, const QByteArray &messageId,
                              qint64 since);

} // namespace Store
