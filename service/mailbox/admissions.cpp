// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailbox/admissions.h"

#include "mailbox/imapendpoint.h"

namespace Mailbox {

namespace {

int fifths(int all, int count)
{
    return all > 0 ? std::max(1, all * count / 5) : 0;
}

int threeQuarters(int all)
{
    return all - all / 4;
}

Shares sharesOf(int all)
{
    return { .all = all, .ofHost = (all + 1) / 2, .ofUser = threeQuarters(all), .ofUserAtHost = 0 };
}

} // namespace

Admissions::Admissions(int starts, int connections)
    : loginShares(sharesOf(fifths(starts, 2))),
      firstSyncShares(sharesOf(fifths(starts, 3))), mailboxShares{ .all = 0,
                                                                   .ofHost = connections,
                                                                   .ofUser = 0,
                                                                   .ofUserAtHost =
                                                                       threeQuarters(connections) },
      logins({ .inside = loginShares.all, .aside = 0 }),
      firstSyncs({ .inside = firstSyncShares.all, .aside = 0 }), mailboxes({})
{
}

QList<PlaceGroup> Admissions::groupsOfLogin(const Store::Account &account) const
{
    return loginShares.groups(Net::routeName(imapEndpoint(account, {})), account.ownerId);
}

QList<PlaceGroup> Admissions::groupsOfFirstSync(const Store::Account &account) const
{
    return firstSyncShares.groups(Net::routeName(imapEndpoint(account, {})), account.ownerId);
}

QList<PlaceGroup> Admissions::groupsOfMailbox(const Store::Account &account) const
{
    return mailboxShares.groups(mailboxOf(account), account.ownerId);
}

} // namespace Mailbox
