// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"
#include "store/mail/folders.h"

/**
 * How much of a folder has to be looked at, from what we noted at our last look and what the server
 * says when it opens it. Pure.
 *
 * A folder is followed by its modSeq (RFC 7162) as long as everything adds up, and compared as a
 * whole: at first, once a day, after an error of the server's, after a change of the account, where
 * the server has no modSeq for it (NOMODSEQ) or one that went back, and whenever the mails that we
 * know of are not as many as it counts.
 */
namespace Sync {

enum class Look {
    Whole,   ///< every uid with its flags is compared
    Changes, ///< the server told what changed and went (QRESYNC)
    Flags,   ///< it can be asked for changed flags (CONDSTORE); what went shows in the count
};

/// Whether a whole comparison is due whatever the server says. `now` in seconds.
bool isWholeDue(const Store::Folder &folder, qint64 now, bool isDistrusted);

/// `folder` as we noted it, `mailbox` as it was opened; only where none is due.
Look lookAt(const Store::Folder &folder, const Imap::Mailbox &mailbox);

/**
 * Whether a folder that was not visited in this connection is as we know it, by the server's counts
 * alone (STATUS). `held`: mails that the server must have; below 0: not known. Needs a modSeq: flags
 * do not show in counts.
 */
bool isAsKnown(const Store::Folder &folder, const Imap::FolderStatus &status, qint64 held);

/** Mails that the server must have, by what we know and were told. */
struct Sum {
    qint64 held = 0;   ///< at the last look
    qint64 gone = 0;   ///< of these
    qint64 added = 0;  ///< others that it showed
    bool isAll = true; ///< false: the account leaves some out, by its syncMode

    bool operator==(const Sum &) const = default;
};

/// Whether the server, who counts `exists`, told everything.
bool addsUp(const Sum &sum, quint32 exists);

} // namespace Sync
