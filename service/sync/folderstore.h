// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/mailevents.h"
#include "store/mail/accounts.h"
#include "store/mail/bodies.h"
#include "store/mail/folders.h"
#include "store/mail/mailinsert.h"
#include "store/mail/resync.h"
#include "sync/bodyparse.h"
#include "sync/plan.h"

/**
 * What the synchronisation of one folder writes: each function is one transaction with the mails,
 * the cursor and the events that belong together, so that a kill at any moment loses nothing and
 * repeats nothing. They run on the writer.
 */
namespace Sync {

/** A batch of list rows with the outcome of their texts. */
struct Arrival {
    QList<Store::NewMail> mails;
    QList<ReadBody> bodies; ///< of some of these mails, by uid
};

/** Its outcome. */
struct Arrived {
    qsizetype stored = 0;    ///< mails that were not here before
    qsizetype announced = 0; ///< of these, new mail in the sense of mail.received
    qsizetype moved = 0;     ///< mails that were here, and are in this folder now
    QList<ReadBody> bodies;  ///< those that were stored, with their mail's id
};

/**
 * Stores a batch. Mails with a uid that is new since the first import began are announced, unless
 * the account has them already, or the folder is one that people do not wait for (sent, drafts, junk,
 * trash). An event says where mails are that were moved.
 */
Result<Arrived> storeArrival(Store::Session &session, const Store::Account &account,
                             const Store::Folder &folder, Arrival arrival);

/// Stores texts of mails that are listed already. Answers those that were still there.
Result<QList<ReadBody>> storeTexts(Store::Session &session, const Store::Account &account,
                                   QList<ReadBody> bodies);

/** How many mails changed here because the server's did. */
struct Applied {
    qint64 updated = 0;
    QList<quint32> unknown; ///< uids of no mail that we have
};

/// Takes over flags that changed at the server, as the account's flagSync says.
Result<Applied> applyFlags(Store::Session &session, const Store::Account &account,
                           const Store::Folder &folder, const QList<Store::ServerFlags> &flags);

/// These uids are no longer at the server (up to 500 a call is good).
Result<Applied> applyGone(Store::Session &session, const Store::Account &account,
                          const Store::Folder &folder, const QList<quint32> &uids);

/// After a new UIDVALIDITY, when all was listed: what was not recognised is gone. At most `max`
/// mails a call; call until nothing was updated.
Result<Applied> endRebind(Store::Session &session, const Store::Account &account,
                          const Store::Folder &folder, int max);

/// Where mails stand at the server that were deleted here.
Result<void> saveBuried(Store::Session &session, qint64 folderId,
                        const QList<Store::BuriedUid> &buried);

/// The server did not give these texts; after some tries that is told.
Result<void> storeMissing(Store::Session &session, const Store::Account &account,
                          const QList<qint64> &mailIds);

/// All folders were looked at once more.
Result<void> endPass(Store::Session &session, qint64 accountId);

/// Deletes what vanished and was found in no folder, at most `max` mails. Answers whether there is more.
Result<bool> settleSome(Store::Session &session, const Store::Account &account, int max);

Result<void> saveFolder(Store::Session &session, const Store::Folder &folder);

Events::About about(Store::Session &session, const Store::Account &account);

} // namespace Sync
