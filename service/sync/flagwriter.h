// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"
#include "store/db/accountdatabase.h"
#include "store/mail/pendingflagchange.h"

namespace Sync {

class FolderCursor;
class MailboxReader;

/**
 * Stores the pending flag changes of a folder at the server (README, "Storing changes at the server").
 * Lives on a sync thread.
 */
class FlagWriter
{
public:
    FlagWriter(Store::AccountDatabase &database, Imap::Session &session, const FolderCursor &cursor,
               MailboxReader &reader)
        : m_database(database), m_session(session), m_cursor(cursor), m_reader(reader)
    {
    }

    /// The folder must be open for writing. Changes that the server refuses stay pending, at most ten
    /// times.
    QCoro::Task<Result<void>> run();

private:
    using Changes = QList<Store::PendingFlagChange>;

    QCoro::Task<Result<qsizetype>> storeSome(Changes changes);
    QCoro::Task<Result<Imap::UidSet>> send(Changes changes, quint64 modSeq);
    QCoro::Task<Result<Changes>> thoseStillThere(Changes changes);
    QCoro::Task<Result<qsizetype>> noteSent(Changes sent, Imap::UidSet refused);

    Store::AccountDatabase &m_database;
    Imap::Session &m_session;
    const FolderCursor &m_cursor;
    MailboxReader &m_reader;
};

} // namespace Sync
