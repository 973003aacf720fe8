// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/stats.h"

#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<QList<AccountStats>> stats(Session &session, const Viewer &viewer,
                                  std::optional<qint64> accountId)
{
    Query query = session.query("stats");
    query.bind(u":owner"_s, viewer.ownerFilter()).bind(u":account"_s, accountId.value_or(0));
    QList<AccountStats> all;
    query.exec();
    while (query.next())
        all.append(AccountStats{ query.int64(0), query.text(1), query.text(2), query.int64(3),
                                 query.int64(4), query.int64(5), query.int64(6), query.int64(7),
                                 query.int64(8) });
    if (query.failed())
        return query.error();
    return all;
}

} // namespace Store
