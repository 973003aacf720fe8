// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpcall.h"
#include "store/events/webhook.h"
#include "webhooks/content.h"
#include "webhooks/secrets.h"
#include "webhooks/variables.h"

namespace Webhooks {

/** The data that a call is built from. */
struct CallParts {
    const Store::Webhook &webhook;
    const Content &content;
    const Secrets &secrets;
    const QByteArray &callId;
    const QByteArray &payload;
    MailTexts texts;
    qint64 now = 0; ///< seconds
};

/// Builds the call, and signs it if there is a key. BadRequest: the filled-in body is too large.
Result<Net::HttpCall> makeCall(const CallParts &parts);

/// The value that the webhook has for this header, lower case; empty: none.
QByteArray headerOf(const Store::Webhook &webhook, QByteArrayView lowerName);

/// The text with the values of secret headers masked, for the log: some receivers repeat them.
QString withoutSecrets(QString text, const Secrets &secrets);

} // namespace Webhooks
