// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/admission.h"
#include "common/shares.h"
#include "store/mail/accounts.h"

namespace Mailbox {

/**
 * How many accounts may log in, run their first synchronisation, and hold a connection to one mailbox at
 * the same time. An account that was synchronised before needs a place until it is logged in; a new one
 * until its first synchronisation ends, which may take an hour, so both kinds have places of their own.
 * One server gets half of the places and one user three quarters: a server that does not answer leaves
 * places to the other accounts of its user.
 */
struct Admissions {
    /// `starts`: logins and first syncs in all; `connections`: of one mailbox, for as long as they
    /// last; 0: no limit.
    Admissions(int starts, int connections);

    QList<PlaceGroup> groupsOfLogin(const Store::Account &account) const;
    QList<PlaceGroup> groupsOfFirstSync(const Store::Account &account) const;
    /// Several accounts may be of one mailbox; those of one user get three quarters of it.
    QList<PlaceGroup> groupsOfMailbox(const Store::Account &account) const;

    const Shares loginShares;
    const Shares firstSyncShares;
    const Shares mailboxShares;
    Async::Admission logins;
    Async::Admission firstSyncs;
    Async::Admission mailboxes;
};

} // namespace Mailbox
