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
 * Queues the calls of the webhooks that want to hear of new mails, in the caller's transaction, the
 * one that stored them: webhooks of mode `sync` get calls of up to 50 mails, the newest of each
 * first, those of mode `mail` one call a mail; older ones first.
 */
Result<void> queueMailCalls(Store::Session &session, const About &about, const QString &accountName,
                            QList<Store::MailRow> mails);

/// What a call says of these mails, which are the newest first, cut as in events; `truncated` says
/// whether a list of addresses was.
Store::WebhookNotice noticeOfMails(const About &about, const QString &accountName,
                                   const QList<Store::MailRow> &mails);

/// Whether the webhook wants to hear of this mail.
bool passes(const Store::WebhookFilters &filters, const Store::MailRow &mail);

} // namespace Events
