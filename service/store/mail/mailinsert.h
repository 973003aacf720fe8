// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/folders.h"
#include "store/mail/mailrow.h"

namespace Store {

class Session;

/** The outcome of one mail that insertMails() took. */
struct StoredMail {
    qint64 id = 0;
    quint32 uid = 0;
    qsizetype index = 0; ///< in the list that was given
    /// False: the account has it already. It has only been recognised (after a UIDVALIDITY change, or
    /// as the server's own copy of a mail sent through us), was moved, or is a copy. No notices.
    bool isNew = true;
    bool isMoved = false; ///< it kept its row, which is in this folder and on the server now
    bool isCopy = false;  ///< with a row of its own beside that of the same mail elsewhere

    friend bool operator==(const StoredMail &, const StoredMail &) = default;
};

/**
 * Stores a batch (up to 1,000 is good) of one folder in the caller's transaction, with counters and
 * attachments. Left out without error: uids that are here already, and mails that were deleted here
 * before (tombstones, also under an older UIDVALIDITY or in another folder by their identity). What is
 * moved and what is a copy: store/mail/alikemails.h. Ids rise in list order.
 */
Result<QList<StoredMail>> insertMails(Session &session, const Folder &folder,
                                      const QList<NewMail> &mails);

} // namespace Store
