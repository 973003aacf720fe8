// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/pagebind.h"

#include "store/sql/sortkey.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

int asNumber(const std::optional<bool> &flag)
{
    return flag ? int(*flag) : -1;
}

} // namespace

void bindTotals(Query &query, const MailQuery &mails)
{
    const ListingRange listings = listingRange(mails);
    query.bind(u":owner"_s, mails.viewer.ownerFilter());
    query.bind(u":account"_s, mails.accountId.value_or(0));
    query.bind(u":low"_s, int(listings.low)).bind(u":high"_s, int(listings.high));
    query.bind(u":read"_s, asNumber(mails.isRead)).bind(u":starred"_s, asNumber(mails.isStarred));
    query.bind(u":attachment"_s, asNumber(mails.hasAttachment));
    query.bind(u":path"_s, folderPath(mails));
}

void bindConditions(Query &query, const MailQuery &mails, const QByteArray &where)
{
    if (mails.accountId)
        query.bind(u":account"_s, *mails.accountId);
    if (where.contains(":owner"))
        query.bind(u":owner"_s, mails.viewer.ownerFilter());
    if (where.contains(":path"))
        query.bind(u":path"_s, folderPath(mails));
    const bool bySortKey = where.contains("sort_key");
    const auto time = [bySortKey](qint64 at) {
        return bySortKey ? sortKey(at, 0) : at;
    };
    if (mails.since)
        query.bind(u":since"_s, time(*mails.since));
    if (mails.before)
        query.bind(u":before"_s, time(*mails.before));
    if (mails.afterId > 0)
        query.bind(u":after_id"_s, mails.afterId);
}

} // namespace Store
