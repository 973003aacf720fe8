// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/mailparts.h"
#include "api/recipients.h"
#include "store/mail/accounts.h"
#include "store/queue/outboxmessage.h"

namespace Api {

/** A mail that is ready for the outbox. */
struct ComposedMail {
    Store::OutboxMail mail; ///< without times
    Store::OutboxMessage message;
};

/** The input for one mail. */
struct Ingredients {
    MailInput input;
    Recipients recipients;
    MailParts parts;
    Store::Account account;
    qint64 now = 0;
};

/// Writes the message, a long one into a file in `folder`; 40006 where the account's own address is
/// not valid. Costs as much as encoding the files: on the pool.
Result<ComposedMail, ApiFailure> compose(const Ingredients &from, const QString &folder);

} // namespace Api
