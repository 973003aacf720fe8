// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/body.h"
#include "store/webhook.h"
#include "webhooks/secrets.h"

namespace Api {

/** A webhook as a request wants it, over what it was. */
struct WebhookInput {
    Store::Webhook webhook;
    Webhooks::Secrets secrets; ///< all that it has then
};

/// What is missing or wrong is in `body.failure()`, with the position in a template. Where the
/// address leads is not asked here.
WebhookInput readNewWebhook(Http::Body &body);
WebhookInput readWebhookUpdate(Http::Body &body, const WebhookInput &before);

} // namespace Api
