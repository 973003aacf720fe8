// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/events/webhook.h"
#include "webhooks/aftertry.h"

namespace Store {
class Session;
}

namespace Webhooks {

/** The outcome of a call that was claimed. */
struct Outcome {
    qint64 webhookId = 0;
    Store::WebhookCall call;
    /// Nothing: the call was not made. Its claim is released unchanged, and it is due at
    /// `tried.retryAtMs`.
    std::optional<Store::WebhookLog> log;
    AfterTry tried;
    bool mayBeWritten = false; ///< the answer to a COMMIT with it was lost
};

/// Writes outcomes in one transaction: logs, the time of the next attempts, the state of the webhooks,
/// and the events for them. Outcomes of deleted webhooks are left out.
Result<void> writeOutcomes(Store::Session &session, const QList<Outcome> &outcomes,
                           const RetryPolicy &policy, int keptLogs);

} // namespace Webhooks
