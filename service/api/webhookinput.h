// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/body.h"
#include "store/events/webhook.h"
#include "webhooks/secrets.h"

namespace Api {

/** A webhook with the changes of a request applied. */
struct WebhookInput {
    Store::Webhook webhook;
    Webhooks::Secrets secrets; ///< all its secrets after the change
};

/// Whether the webhook has secrets that the secret store did not give: they are not in `secrets`.
bool hasUnreadSecrets(const WebhookInput &input);

/// Missing and wrong fields are in `body.failure()`, with the position in a template. The host of
/// the address is not looked up here. Secrets that an update keeps were entered for the receiver
/// that `before` has: for another scheme, host or port they must be entered again.
WebhookInput readNewWebhook(Http::Body &body);
WebhookInput readWebhookUpdate(Http::Body &body, const WebhookInput &before);

} // namespace Api
