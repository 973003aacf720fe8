// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/body.h"
#include "store/events/webhook.h"
#include "webhooks/secrets.h"

namespace Api {

/** A webhook as a request wants it, over what it was. */
struct WebhookInput {
    Store::Webhook webhook;
    Webhooks::Secrets secrets; ///< all that it has then
};

/// Whether the webhook has secrets that the secret store did not give: they are not in `secrets`.
bool hasUnreadSecrets(const WebhookInput &input);

/// What is missing or wrong is in `body.failure()`, with the position in a template. Where the
/// address leads is not asked here. Secrets that an update keeps were entered for the receiver that
/// `before` has: for another scheme, host or port they must be entered again.
WebhookInput readNewWebhook(Http::Body &body);
WebhookInput readWebhookUpdate(Http::Body &body, const WebhookInput &before);

} // namespace Api
