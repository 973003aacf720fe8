// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/admission.h"
#include "common/shares.h"
#include "store/mail/accounts.h"

namespace Mailbox {

/**
 * Limits how many accounts log in, run their first synchronisation, or have a connection to one mailbox at
 * the same time. An account that was synchronised before keeps its place until it is logged in. A new
 * account keeps its place until its first synchronisation ends, which may take an hour. So each kind has
 * places of its own. Accounts of one server get at most half of the places, accounts of one user at most
 * three quarters. So if one server does not answer, other accounts of the same user can still start.
 */
struct Admissions {
    /// `starts`: maximum of logins and first synchronisations together; `connections`: maximum of open
    /// connections to one mailbox; 0: no limit.
    Admissions(int starts, int connections);

    QList<PlaceGroup> groupsOfLogin(const Store::Account &account) const;
    QList<PlaceGroup> groupsOfFirstSync(const Store::Account &account) const;
    /// Several accounts may use the same mailbox. Those of one user get at most three quarters of its
    /// connections.
    QList<PlaceGroup> groupsOfMailbox(const Store::Account &account) const;

    const Shares loginShares;
    const Shares firstSyncShares;
    const Shares mailboxShares;
    Async::Admission logins;
    Async::Admission firstSyncs;
    Async::Admission mailboxes;
};

} // namespace Mailbox
