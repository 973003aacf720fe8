// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/uidset.h"
#include "store/mail/flagwishes.h"
#include "sync/folderstore.h"

/**
 * The database's side of telling the server what people changed here: each function is one
 * transaction on the writer. What is about to be sent is marked first, so that after a crash our own
 * change that comes back is known as ours.
 */
namespace Sync {

/// The server's flags of these mails, as they are now: takes over what changed there, and marks as
/// sent what is still to be told. Answers that.
Result<QList<Store::FlagWish>> beforeTelling(Store::Session &session, const Store::Account &account,
                                             const Store::Folder &folder,
                                             const QList<Store::ServerFlags> &now);

/** The outcome of changes that were sent. */
struct Told {
    qsizetype refused = 0;
    QList<Store::FlagWish> givenUp; ///< of these, after some tries
};

/// The server did what was wanted, but for the uids in `left`, which it refused.
Result<Told> afterTelling(Store::Session &session, const Store::Account &account,
                          const QList<Store::FlagWish> &sent, const Imap::UidSet &left);

} // namespace Sync
