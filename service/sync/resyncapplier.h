// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"
#include "store/db/accountdatabase.h"
#include "store/mail/folders.h"
#include "sync/extent.h"

namespace Sync {

class ArrivalFetcher;
class ChangeApplier;
class FolderCursor;
class MailboxReader;
class UnreadableMails;

/**
 * Applies everything that changed in a folder since the last modSeq (CONDSTORE and QRESYNC, RFC 7162),
 * without a whole comparison. The modSeq is stored after the changes that it covers. Lives on a sync
 * thread.
 */
class ResyncApplier
{
public:
    ResyncApplier(Store::AccountDatabase &database, FolderCursor &cursor,
                  const UnreadableMails &unreadable, MailboxReader &reader, ChangeApplier &applier,
                  ArrivalFetcher &arrivals)
        : m_database(database), m_cursor(cursor), m_unreadable(unreadable), m_reader(reader),
          m_applier(applier), m_arrivals(arrivals)
    {
    }

    /// `extent`: Changes or Flags. False: the number of mails here differs from the server's count, so the
    /// whole folder has to be compared. Then no mail was added or removed.
    QCoro::Task<Result<bool>> apply(Imap::Mailbox mailbox, Extent extent);

private:
    using Uids = QList<quint32>;
    struct Difference;

    QCoro::Task<Result<Uids>> applyFlags(Imap::Mailbox mailbox, Extent extent);
    QCoro::Task<Result<Uids>> reportedUids(Imap::Mailbox mailbox, Extent extent);
    QCoro::Task<Result<Difference>> differenceTo(Imap::UidSet vanished, Imap::UidSet shown,
                                                 Uids reported);
    QCoro::Task<Result<void>> applyDifference(Difference difference, Imap::Mailbox mailbox);
    bool includesAll() const;

    Store::AccountDatabase &m_database;
    FolderCursor &m_cursor;
    const UnreadableMails &m_unreadable;
    MailboxReader &m_reader;
    ChangeApplier &m_applier;
    ArrivalFetcher &m_arrivals;
};

} // namespace Sync
