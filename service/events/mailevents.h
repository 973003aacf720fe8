// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/jsonwriter.h"
#include "events/accountevents.h"
#include "store/mail/mailrow.h"

#include <QList>

#include <optional>

namespace Events {

constexpr qsizetype mailsInEvent = 50; ///< the newest of mail.received; mail_count has them all

/// One element of `mails`; snake_case, long texts cut as in lists.
void writeMail(Json::Writer &json, const Store::MailRow &mail);

/// The event for new mails of one transaction, in any order; durable. It lists the newest mails, as many
/// as fit into an event.
Store::Event mailReceived(const About &about, QList<Store::MailRow> mails);

/** The changed fields, the same for all mails of the event. */
struct MailChanges {
    std::optional<bool> isRead;
    std::optional<bool> isStarred;
    std::optional<bool> onServer;
    std::optional<Store::BodyState> bodyState;
    std::optional<QByteArray> folder = {}; ///< path and role go together
    QByteArray folderRole = {};
};

/// One event, or several where there are many ids. `durable` false where thousands change at once, as
/// bodies do during a first import.
QList<Store::Event> mailUpdated(const About &about, const QList<qint64> &ids,
                                const MailChanges &changes, bool durable = true);
QList<Store::Event> mailDeleted(const About &about, const QList<qint64> &ids); ///< the same

/// As in the API: `stored`, `pending`, `on_demand`.
QByteArray bodyStateName(Store::BodyState state);

} // namespace Events
