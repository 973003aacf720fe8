// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/extent.h"

namespace Sync {

namespace {

constexpr qint64 wholeEvery = 86'400; ///< seconds

} // namespace

bool isWholeDue(const Store::Folder &folder, qint64 now, bool isDistrusted)
{
    const qint64 age = now - folder.comparedAt;
    const bool isFresh = folder.comparedAt != 0 && age >= 0 && age < wholeEvery;
    return isDistrusted || !isFresh || !folder.firstImportDone || folder.highestModSeq == 0;
}

Extent extentOf(const Store::Folder &folder, const Imap::Mailbox &mailbox)
{
    if (mailbox.uidValidity != folder.uidValidity || mailbox.highestModSeq < folder.highestModSeq)
        return Extent::Whole; // also if the server has no modSeq now (0)
    return mailbox.isResync ? Extent::Changes : Extent::Flags;
}

bool isAsKnown(const Store::Folder &folder, const Imap::FolderStatus &status, qint64 held)
{
    const bool isComplete = status.uidValidity && status.uidNext && status.messages
        && status.highestModSeq.value_or(0) != 0;
    return isComplete && folder.firstImportDone && *status.uidValidity == folder.uidValidity
        && *status.uidNext <= folder.uidNext && *status.highestModSeq == folder.highestModSeq
        && held == qint64(*status.messages);
}

bool addsUp(const Sum &sum, quint32 exists)
{
    const qint64 here = sum.held - sum.gone + sum.added;
    if (sum.isAll)
        return here == qint64(exists);
    // Some mails are left out here, so the count cannot show which mails were removed.
    return sum.gone == 0 && here <= qint64(exists);
}

} // namespace Sync
