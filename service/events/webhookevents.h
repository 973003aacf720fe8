// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/events/webhook.h"
#include "store/sql/event.h"

namespace Events {

// Durable, for the webhook's user. Sent when a call has ended: it was delivered, or is not tried again.
Store::Event webhookDelivered(qint64 userId, const Store::WebhookLog &log);
Store::Event webhookFailed(qint64 userId, const Store::WebhookLog &log,
                           const QByteArray &disabledReason); ///< empty: still enabled

} // namespace Events
