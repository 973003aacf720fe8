// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/folders.h"
#include "store/mail/mailrow.h"

namespace Store {

class Session;

/** The result for one mail that insertMails() processed. */
struct StoredMail {
    qint64 id = 0;
    quint32 uid = 0;
    qsizetype index = 0; ///< in the list that was given
    /// False: the account already has the mail. It was only recognised (after a UIDVALIDITY change,
    /// or as the server's copy of a mail sent through us), was moved, or is a copy. No notices.
    bool isNew = true;
    bool isMoved = false; ///< it kept its row, which is now in this folder and at the server
    bool isCopy = false;  ///< it has its own row, besides the row of the same mail elsewhere

    friend bool operator==(const StoredMail &, const StoredMail &) = default;
};

/**
 * Stores a batch of mails of one folder (up to 1,000 is good) in the caller's transaction, with
 * counters and attachments. Skipped without error: uids that are already stored, and mails that
 * were deleted here before (tombstones, also under an older UIDVALIDITY, or in another folder by
 * their identity). For moved and copied mails see store/mail/alikemails.h. Ids rise in list order.
 */
Result<QList<StoredMail>> insertMails(Session &session, const Folder &folder,
                                      const QList<NewMail> &mails);

} // namespace Store
