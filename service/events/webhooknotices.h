// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "events/accountevents.h"
#include "store/events/webhook.h"
#include "store/mail/mailrow.h"

namespace Store {
class Session;
}

namespace Events {

constexpr qsizetype mailsInCall = 50;        ///< more new mails: several calls
constexpr qsizetype bytesInCall = 60 * 1024; ///< of the mails' JSON

/**
 * Queues the webhook calls for new mails, in the caller's transaction, which also stored the mails.
 * Webhooks of mode `sync` get calls of up to 50 mails, in each call the newest mail first. Webhooks of
 * mode `mail` get one call per mail. Calls with older mails are queued first.
 */
Result<void> queueMailCalls(Store::Session &session, const About &about, const QString &accountName,
                            QList<Store::MailRow> mails);

/// The notice for these mails (newest first). Values are cut as in events; `truncated`: a list of
/// addresses was cut.
Store::WebhookNotice noticeOfMails(const About &about, const QString &accountName,
                                   const QList<Store::MailRow> &mails);

/// Whether the mail matches the webhook's filters.
bool passes(const Store::WebhookFilters &filters, const Store::MailRow &mail);

} // namespace Events
