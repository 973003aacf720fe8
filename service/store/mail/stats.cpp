// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/stats.h"

#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<AccountStats> statsColumns{
    { "id", &AccountStats::accountId },
    { "name", &AccountStats::name },
    { "email", &AccountStats::email },
    { "total", &AccountStats::total },
    { "unread", &AccountStats::unread },
    { "starred", &AccountStats::starred },
    { "with_attachment", &AccountStats::withAttachment },
    { "sent", &AccountStats::sent },
    { "hidden", &AccountStats::hidden },
};

} // namespace

Result<QList<AccountStats>> stats(Session &session, const Viewer &viewer,
                                  std::optional<qint64> accountId)
{
    Query query = session.query("stats");
    query.bind(u":owner"_s, viewer.ownerFilter()).bind(u":account"_s, accountId.value_or(0));
    return query.readAll(statsColumns);
}

} // namespace Store
