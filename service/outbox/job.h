// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/accounts.h"
#include "store/queue/outbox.h"

namespace Outbox {

/** A mail to be tried and the account as it is now. */
struct Job {
    Store::OutboxMail mail;
    Store::Account account;
};

/// Claims the account's oldest due mail, in the caller's transaction; nothing: no mail is due.
Result<std::optional<Job>> claimJob(Store::Session &session, qint64 accountId,
                                    const Store::OutboxClaim &claim);

} // namespace Outbox
