// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/uidset.h"
#include "store/mail/pendingflagchanges.h"
#include "sync/folderstore.h"

/**
 * The database part of storing users' changes at the mail server. Each function is one transaction on
 * the writer. Changes are marked before they are sent. So after a crash our own change is recognised
 * when the server reports it.
 */
namespace Sync {

/// Takes the current flags of these mails at the server. Stores the server's changes, and marks the
/// remaining changes of users as sent. Returns these remaining changes.
Result<QList<Store::PendingFlagChange>> beforeStoring(Store::Session &session,
                                                      const Store::Account &account,
                                                      const Store::Folder &folder,
                                                      const QList<Store::ServerFlags> &now);

/** The outcome of changes that were sent. */
struct StoreOutcome {
    qsizetype refused = 0;
    QList<Store::PendingFlagChange>
        givenUp; ///< changes that are not sent again, after several attempts
};

/// The server stored the changes, except for the uids in `left`, which it refused.
Result<StoreOutcome> afterStoring(Store::Session &session, const Store::Account &account,
                                  const QList<Store::PendingFlagChange> &sent,
                                  const Imap::UidSet &left);

} // namespace Sync
