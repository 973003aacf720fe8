// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/jsonwriter.h"
#include "store/accounts.h"
#include "store/event.h"
#include "store/mailrow.h"
#include "store/stats.h"

#include <optional>

/** Every event's name and data, once (interface.md "Events", api.md 8). `now` is in seconds. */
namespace Events {

/// The newest mails that one mail.received names; mail_count is the full number.
constexpr qsizetype mailsInEvent = 50;

/// One element of `mails` (api.md 8.4), also for webhooks: snake_case.
void writeMail(Json::Writer &json, const Store::MailRow &mail);

/// Durable. `mails` newest first, of which the first mailsInEvent are named; `count` is how many came.
Store::Event mailReceived(const Store::Account &account, qint64 count,
                          const QList<Store::MailRow> &mails, qint64 now);

/** What one pass over an account did. */
struct SyncOutcome {
    qint64 newCount = 0;
    qint64 updatedCount = 0;
    qint64 durationMs = 0;

    friend bool operator==(const SyncOutcome &, const SyncOutcome &) = default;
};
/// Transient; also when nothing was new.
Store::Event mailSynced(const Store::Account &account, const SyncOutcome &outcome, qint64 now);

/** What changed about mails; absent ones did not. */
struct MailChanges {
    std::optional<bool> isRead;
    std::optional<bool> isStarred;
    std::optional<bool> onServer;
    bool body = false; ///< text, summary or attachments arrived

    friend bool operator==(const MailChanges &, const MailChanges &) = default;
};
/// Durable unless `firstImport`: the arrival of bodies then is not worth keeping.
Store::Event mailUpdated(qint64 accountId, const QList<qint64> &ids, const MailChanges &changes,
                         qint64 now, bool firstImport = false);

Store::Event mailDeleted(qint64 accountId, const QList<qint64> &ids, qint64 now); ///< durable

Store::Event statsUpdated(const Store::AccountStats &stats, qint64 now); ///< transient

} // namespace Events
