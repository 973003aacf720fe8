// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/mailevents.h"
#include "parsing/bodyparse.h"
#include "store/mail/accounts.h"
#include "store/mail/bodies.h"
#include "store/mail/folders.h"
#include "store/mail/mailinsert.h"
#include "store/mail/resync.h"
#include "sync/plan.h"

/**
 * The database writes of the synchronisation of one folder. Each function is one transaction that
 * contains the mails, the cursor and the events that belong together. So a kill at any moment loses
 * nothing and repeats nothing. The functions run on the writer.
 */
namespace Sync {

/** A batch of list rows, with the bodies that were fetched for them. */
struct Arrival {
    QList<Store::NewMail> mails;
    QList<Parsing::ReadBody> bodies; ///< of some of these mails, by uid
    bool areIndexed =
        false; ///< searches find the mails from the moment at which they are announced
};

/** The result of storing an Arrival. */
struct Arrived {
    qsizetype stored = 0;       ///< mails that were not here before
    qsizetype announced = 0;    ///< stored mails that are reported in mail.received
    qsizetype moved = 0;        ///< mails that were here, and are in this folder now
    qsizetype indexedBytes = 0; ///< of the words that were added to the full text index
};

/**
 * Stores a batch. A mail is reported as new if its uid is new since the first import began. It is not
 * reported if the account has the mail already, or if the folder's role is sent, drafts, junk or trash.
 * For moved mails an event gives the new folder.
 */
Result<Arrived> storeArrival(Store::Session &session, const Store::Account &account,
                             const Store::Folder &folder, Arrival arrival);

/// Stores bodies of mails that are listed already. Returns the bodies whose mails still exist.
Result<QList<Parsing::ReadBody>> storeFetchedBodies(Store::Session &session,
                                                    const Store::Account &account,
                                                    QList<Parsing::ReadBody> bodies);

/// Stores the outline of a mail that is too large to be stored. False: the mail does not exist any more.
Result<bool> storeOutline(Store::Session &session, const Store::Account &account,
                          const Store::ParsedBody &body);

/** The number of mails that were changed here to match the server. */
struct Applied {
    qint64 updated = 0;
    QList<quint32> unknown; ///< uids that the database has no mail for
};

/// Stores flags that changed at the server, depending on the account's flagSync.
Result<Applied> applyFlags(Store::Session &session, const Store::Account &account,
                           const Store::Folder &folder, const QList<Store::ServerFlags> &flags);

/// These uids are no longer at the server (up to 500 a call is good).
Result<Applied> applyGone(Store::Session &session, const Store::Account &account,
                          const Store::Folder &folder, const QList<quint32> &uids);

/// Called after a UIDVALIDITY change, when all mails were listed: removes the mails that were not
/// recognised. At most `max` mails per call; call again until nothing was updated.
Result<Applied> endRebind(Store::Session &session, const Store::Account &account,
                          const Store::Folder &folder, int max);

/// The places at the server of mails that were deleted here.
Result<void> saveBuried(Store::Session &session, qint64 folderId,
                        const QList<Store::BuriedUid> &buried);

/// The server did not return the bodies of these mails. After several attempts this is reported to the
/// user.
Result<void> storeMissingBodies(Store::Session &session, const Store::Account &account,
                                const QList<qint64> &mailIds);

/// All folders were checked once more.
Result<void> endPass(Store::Session &session, qint64 accountId);

/// Deletes mails that disappeared and were found in no other folder, at most `max` mails. Returns
/// whether there are more.
Result<bool> settleSome(Store::Session &session, const Store::Account &account, int max);

Result<void> saveFolder(Store::Session &session, const Store::Folder &folder);

Events::About about(Store::Session &session, const Store::Account &account);

} // namespace Sync
