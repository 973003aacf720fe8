// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/lists/mailtotals.h"
#include "store/mail/mailquery.h"
#include "store/sql/dialect.h"

#include <QByteArray>

namespace Store {

/** How to cut one page out of `mails`: fixed texts for the marks of mails_page. */
struct PagePlan {
    QByteArray index; ///< `INDEXED BY ...`, for Dialect::indexHint()
    QByteArray id;    ///< an expression that the order's index contains, for PostgreSQL
    QByteArray where; ///< conditions, each ended by AND
    QByteArray inner; ///< order in which the page is cut; may be the reverse
    QByteArray outer; ///< order of the page
    qint64 limit = 0;
    qint64 offset = 0; ///< in the inner order

    friend bool operator==(const PagePlan &, const PagePlan &) = default;
};

/// `total` is exact and the page not empty. A page in the second half is cut from the other end.
PagePlan planPage(const MailQuery &query, const MailTotals &totals, qint64 total,
                  const Dialect &dialect);

/// The same where the totals are not known yet.
PagePlan planUncounted(const MailQuery &query);

/** The same for counting, if times or an id limit the list. */
struct CountPlan {
    QByteArray index;
    QByteArray where;

    friend bool operator==(const CountPlan &, const CountPlan &) = default;
};
CountPlan planCount(const MailQuery &query, const MailTotals &totals);

/// For counting the mails of a conversation list that are not the newest mail of their conversation
/// (threads_excess).
CountPlan planExcess(const MailQuery &query, const MailTotals &totals, const Dialect &dialect);

} // namespace Store
