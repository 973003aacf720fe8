// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/gate.h"
#include "common/shares.h"
#include "store/mail/accounts.h"

namespace Sync {

/**
 * The gates on an account's way. Accounts that were here before need a place until they are logged
 * in, new ones until their first sync is done, which may take an hour: so each kind has places of
 * its own. One server gets half of them, and one user three quarters: more than a server, so that
 * one that hangs leaves places to its user's other accounts.
 */
struct Gates {
    /// `starts`: logins and first syncs in all; `connections`: of one mailbox, for as long as they
    /// last; 0: no limit.
    Gates(int starts, int connections);

    QList<PlaceGroup> groupsOfLogin(const Store::Account &account) const;
    QList<PlaceGroup> groupsOfFirstSync(const Store::Account &account) const;
    /// Several accounts may be of one mailbox; those of one user get three quarters of it.
    QList<PlaceGroup> groupsOfMailbox(const Store::Account &account) const;

    const Shares loginShares;
    const Shares firstSyncShares;
    const Shares mailboxShares;
    Async::Gate logins;
    Async::Gate firstSyncs;
    Async::Gate mailboxes;
};

} // namespace Sync
