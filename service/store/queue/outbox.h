// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/queue/outboxmail.h"
#include "store/queue/outboxmessage.h"
#include "store/sql/viewer.h"

#include <limits>

namespace Store {

class Session;

/// A later due time than `latestMs` was set before the clock was set back: the work is due at once.
struct LatestDue {
    qint64 nowMs = 0;
    qint64 latestMs = 0;
};

/// Stores a mail with its finished message; the first attempt is at `nextAttemptAtMs`. Returns its
/// id.
Result<qint64> insertOutboxMail(Session &session, const OutboxMail &mail,
                                const OutboxMessage &message);

/** The claim of the sending process: one run of a service, and the time when the claim expires. */
struct OutboxClaim {
    QByteArray run; ///< a name that no other run has
    qint64 untilMs = 0;
    /// A claim that ends later was made before the clock was set back, and counts as expired.
    qint64 latestMs = std::numeric_limits<qint64>::max();
};

/// Claims the oldest due mail of the account and counts the attempt; nothing: no mail is due, or
/// the account is disabled.
Result<std::optional<OutboxMail>> claimOutboxMail(Session &session, qint64 accountId, qint64 nowMs,
                                                  const OutboxClaim &claim);

/// Extends the claims of this run.
Result<void> renewOutboxClaims(Session &session, const OutboxClaim &claim);

/// Excludes the mail from automatic retries from now on. Conflict: this run is not sending it any
/// more.
Result<void> markHandedOver(Session &session, qint64 id, const QByteArray &run);

/// Stores the changing fields of a mail: its status and the results of an attempt; this ends the
/// claim. Conflict: the mail is deleted, or is claimed by another run than when it was read.
Result<void> updateOutboxMail(Session &session, const OutboxMail &mail);

/// NotFound also for a mail of an account that the viewer does not see.
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

/// An account, and the due times of its first and last queued mail.
struct OutboxDue {
    qint64 accountId = 0;
    qint64 atMs = 0;
    qint64 lastMs = 0;
};
Result<QList<OutboxDue>> outboxDue(Session &session);
/// Queued mails with a due time that is too late become due now.
Result<void> pullOutboxMails(Session &session, LatestDue due);
/// The same for mails to be appended to the server's folder of sent mails.
Result<void> pullAppends(Session &session, LatestDue due);
Result<qint64> lastAppend(Session &session); ///< latest due time of these, milliseconds; 0: none

/// The mails that other runs were sending and whose claims expired by `untilMs`.
Result<QList<OutboxMail>> interruptedOutboxMails(Session &session, const OutboxClaim &claim);

/// The mails of the account that this run has claimed.
Result<QList<OutboxMail>> claimedOutboxMails(Session &session, qint64 accountId,
                                             const QByteArray &run);

/// Accounts with mails that now have to be appended to the server's folder of sent mails.
Result<QList<qint64>> accountsToAppend(Session &session, qint64 nowMs);
/// The mail of the account that has waited longest to be appended, among the due mails.
Result<std::optional<OutboxMail>> outboxMailToAppend(Session &session, qint64 accountId,
                                                     qint64 nowMs);

/// Stores the time of the next append attempt and the number of attempts.
Result<void> noteAppended(Session &session, const OutboxMail &mail);

/// Deletes mails that ended before this time (seconds).
Result<void> pruneOutbox(Session &session, qint64 endedBefore);

/// A mail with this Message-ID among the sent mails of the account, created at `since` or later;
/// the synchronisation may have found the server's copy first. 0: there is none.
Result<qint64> sentMailWithId(Session &session, qint64 accountId, const QByteArray &messageId,
                              qint64 since);

} // namespace Store
