// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailquery.h"
#include "store/sql/query.h"

#include <QByteArray>

namespace Store {

class Session;

/** The counters that a query needs. */
struct MailTotals {
    qint64 all = 0;       ///< mails in the database
    qint64 seen = 0;      ///< of accounts that the viewer sees
    qint64 matching = 0;  ///< that match, without regard to times and afterId
    qint64 ofAccount = 0; ///< of the requested account
    qint64 unread = 0;    ///< of all
    qint64 starred = 0;   ///< of all
    qint64 lastId = 0;    ///< highest id, where the query has an afterId

    friend bool operator==(const MailTotals &, const MailTotals &) = default;
};

/// Without `lastId`.
Result<MailTotals> totalsOf(Session &session, const MailQuery &mails);

/// Replaces the marks of mails_totals in `sql`, for this query.
QByteArray totalsText(QByteArray sql, const MailQuery &mails);
/// Binds the values of totalsText().
void bindTotals(Query &query, const MailQuery &mails);

} // namespace Store
