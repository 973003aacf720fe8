// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outbox/job.h"
#include "outbox/sentcopy.h"

namespace Store {
class Session;
}

namespace Outbox {

/**
 * Writes the outcome of a try in one transaction: the mail, its local copy if it was sent, its event if it
 * is finished. Returns the stored mail. Conflict: another service instance has claimed it, and
 * nothing is written.
 */
Result<Store::OutboxMail> writeOutcome(Store::Session &session, Store::OutboxMail mail,
                                       const std::optional<SentCopy> &copy);

/** A mail whose outcome is written, and the next one. */
struct Turn {
    Store::OutboxMail written;
    std::optional<Job> next;
};

/// The same, and claims the next mail of the account in the same transaction. This saves one transaction
/// per mail.
Result<Turn> writeOutcomeAndClaim(Store::Session &session, Store::OutboxMail mail,
                                  const std::optional<SentCopy> &copy,
                                  const Store::OutboxClaim &claim);

/// Repairs the mails that other runs were sending and whose claims have expired.
Result<void> repairInterrupted(Store::Session &session, const Store::OutboxClaim &claim);

/// The same for mails of the account that this run has claimed but that no sender has, because the
/// answer to the claim was lost.
Result<void> repairOwn(Store::Session &session, qint64 accountId, const QByteArray &run);

} // namespace Outbox
