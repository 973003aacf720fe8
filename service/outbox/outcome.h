// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outbox/sentcopy.h"

namespace Store {
class Session;
}

namespace Outbox {

/**
 * Writes what became of a mail, with its local copy where it went out and its event where it has
 * ended, in one transaction. Answers the mail as it is then.
 */
Result<Store::OutboxMail> writeOutcome(Store::Session &session, Store::OutboxMail mail,
                                       const std::optional<SentCopy> &copy);

/// Puts right what the end of the service interrupted.
Result<void> repairInterrupted(Store::Session &session);

} // namespace Outbox
