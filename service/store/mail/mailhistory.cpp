// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailhistory.h"

#include "store/sql/session.h"
#include "store/sql/sortkey.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// The statement returns both counts in one number: a received mail adds 1, a sent mail adds `oneSent`. A
// database has fewer mails than that.
constexpr qint64 oneSent = qint64(1) << mailIdBits;

} // namespace

Result<QList<DayCounts>> mailHistory(Session &session, const DayRange &days, const Viewer &viewer,
                                     std::optional<qint64> accountId)
{
    Query query = session.query("mails_history");
    query.bind(u":first"_s, days.first).bind(u":last"_s, days.last);
    query.bind(u":owner"_s, viewer.ownerFilter()).bind(u":account"_s, accountId.value_or(0));
    query.exec();
    QList<DayCounts> counts;
    counts.reserve(days.last - days.first + 1);
    while (query.next()) {
        const qint64 both = query.int64(1);
        counts.append({ query.int64(0), both % oneSent, both / oneSent });
    }
    if (query.failed())
        return query.error();
    return counts;
}

} // namespace Store
