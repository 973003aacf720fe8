// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"
#include "store/mail/folders.h"

/**
 * Decides how much of a folder has to be compared. Uses the values stored at the last comparison and the
 * server's values when the folder is opened. Pure.
 *
 * Normally only the changes since the last modSeq are fetched (RFC 7162). The whole folder is compared:
 * the first time, once a day, after a server error, after a change of the account, if the server has no
 * modSeq for the folder (NOMODSEQ) or a lower one than before, and if the number of known mails differs
 * from the server's count.
 */
namespace Sync {

enum class Extent {
    Whole,   ///< every uid with its flags is compared
    Changes, ///< the server reported changed and removed mails (QRESYNC)
    Flags,   ///< changed flags can be fetched (CONDSTORE); removed mails show in the count
};

/// Whether a whole comparison is due, independent of the server's values. `now` in seconds.
bool isWholeDue(const Store::Folder &folder, qint64 now, bool isDistrusted);

/// `folder`: the stored values; `mailbox`: the values when it was opened. Call only if no whole
/// comparison is due.
Extent extentOf(const Store::Folder &folder, const Imap::Mailbox &mailbox);

/**
 * Whether a folder that was not opened in this connection is unchanged, by the server's counts alone
 * (STATUS). `held`: number of mails that the server must have; below 0: not known. Needs a modSeq,
 * because flag changes do not change the counts.
 */
bool isAsKnown(const Store::Folder &folder, const Imap::FolderStatus &status, qint64 held);

/** The number of mails that the server must have, from stored and reported values. */
struct Sum {
    qint64 held = 0;   ///< mails at the last check
    qint64 gone = 0;   ///< of these, removed since
    qint64 added = 0;  ///< other mails that the server reported
    bool isAll = true; ///< false: the account leaves some out, by its syncMode

    bool operator==(const Sum &) const = default;
};

/// Whether the server reported all changes: its count `exists` matches the sum.
bool addsUp(const Sum &sum, quint32 exists);

} // namespace Sync
