// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/counters.h"
#include "store/sql/viewer.h"

#include <QList>

#include <optional>

namespace Store {

class Query;
class Session;

/**
 * The data of a mail that are needed to change it: its counter categories and its state at the
 * server.
 */
struct MailState {
    qint64 id = 0;
    CounterKey counts;
    quint32 uid = 0;        ///< 0: none
    quint8 serverFlags = 0; ///< of followedFlags

    friend bool operator==(const MailState &, const MailState &) = default;
};

/// Nothing for an unknown mail or one that the viewer does not see.
Result<std::optional<MailState>> mailState(Session &session, qint64 id, const Viewer &viewer);
/// The same for every viewer, and also for an account that is being deleted.
Result<std::optional<MailState>> mailStateOfAny(Session &session, qint64 id);
Result<std::optional<MailState>> mailStateByUid(Session &session, qint64 folderId, quint32 uid);

/// Runs a query that has the columns of mails_state and takes its first row.
Result<std::optional<MailState>> firstState(Query &query);
Result<QList<MailState>> allStates(Query &query); ///< the same with all rows
MailState readState(const Query &query);          ///< the current row

Result<void> setListing(Session &session, MailState &mail, Listing listing,
                        CounterChanges &counters);

} // namespace Store
