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
    /// Nothing: it was not tried, and is given back as it was, to be made at `tried.retryAtMs`.
    std::optional<Store::WebhookLog> log;
    AfterTry tried;
    bool mayBeWritten = false; ///< the answer to a COMMIT with it was lost
};

/// Writes outcomes in one transaction: logs, what is tried again and when, how the webhooks are,
/// and the events that tell of it. What belongs to a webhook that is gone is left out.
Result<void> writeOutcomes(Store::Session &session, const QList<Outcome> &outcomes,
                           const RetryPolicy &policy, int keptLogs);

} // namespace Webhooks
