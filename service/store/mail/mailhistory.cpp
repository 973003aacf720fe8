// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailhistory.h"

#include "store/sql/columns.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// The statement returns both counts in one number: a received mail adds 1, a sent mail adds `oneSent`. A
// database has fewer mails than that.
constexpr qint64 oneSent = qint64(1) << mailIdBits;

void setCounts(DayCounts &day, qint64 both)
{
    day.received = both % oneSent;
    day.sent = both / oneSent;
}

const Columns<DayCounts> dayColumns{
    { "day", &DayCounts::day },
    { "counts", setCounts },
};

} // namespace

Result<QList<DayCounts>> mailHistory(Session &session, const DayRange &days, const Viewer &viewer,
                                     std::optional<qint64> accountId)
{
    Query query = session.query("mails_history");
    query.bind(u":first"_s, days.first).bind(u":last"_s, days.last);
    query.bind(u":owner"_s, viewer.ownerFilter()).bind(u":account"_s, accountId.value_or(0));
    return query.readAll(dayColumns);
}

} // namespace Store
