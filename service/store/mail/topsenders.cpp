// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/topsenders.h"

#include "common/shortened.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"
#include "store/sql/sortkey.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

QString shortAddress(const QString &address)
{
    return Text::shortened(address, Text::mostAddress);
}

QString shortName(const QString &name)
{
    return Text::shortened(name, Text::mostName);
}

const Columns<TopSender> senderColumns{
    { "address", &TopSender::address, shortAddress },
    { "name", &TopSender::name, shortName },
    { "total", &TopSender::total },
    { "unread", &TopSender::unread },
};

} // namespace

Result<QList<TopSender>> topSenders(Session &session, const DayRange &days, int limit,
                                    const Viewer &viewer, std::optional<qint64> accountId)
{
    Query query = session.query("mails_senders");
    query.bind(u":since"_s, sortKey(days.first * secondsOfDay, 0));
    query.bind(u":before"_s, sortKey((days.last + 1) * secondsOfDay, 0));
    query.bind(u":owner"_s, viewer.ownerFilter()).bind(u":account"_s, accountId.value_or(0));
    return query.bind(u":limit"_s, limit).readAll(senderColumns);
}

} // namespace Store
