// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/topsenders.h"

#include "common/shortened.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<QList<TopSender>> topSenders(Session &session, const DayRange &days, int limit,
                                    const Viewer &viewer, std::optional<qint64> accountId)
{
    Query query = session.query("mails_senders");
    query.bind(u":since"_s, sortKey(days.first * secondsOfDay, 0));
    query.bind(u":before"_s, sortKey((days.last + 1) * secondsOfDay, 0));
    query.bind(u":owner"_s, viewer.ownerFilter()).bind(u":account"_s, accountId.value_or(0));
    query.bind(u":limit"_s, limit).exec();
    QList<TopSender> senders;
    while (query.next())
        senders.append({ Text::shortened(query.text(0), Text::mostAddress),
                         Text::shortened(query.text(3), Text::mostName), query.int64(1),
                         query.int64(2) });
    if (query.failed())
        return query.error();
    return senders;
}

} // namespace Store
