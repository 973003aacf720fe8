// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"
#include "store/db/accountdatabase.h"

namespace Sync {

class FolderCursor;

/**
 * Deletes mails of a folder at the server that were deleted here, if the account has `deleteOnServer`.
 * Only with UID EXPUNGE: plain EXPUNGE and CLOSE also delete mails that other clients marked. Without it
 * the mails stay there, with one line in the log for each connection. Lives on a sync thread.
 */
class DeletionWriter
{
public:
    DeletionWriter(Store::AccountDatabase &database, Imap::Session &session,
                   const FolderCursor &cursor)
        : m_database(database), m_session(session), m_cursor(cursor)
    {
    }

    /// The folder must be open for writing.
    QCoro::Task<Result<void>> run();

private:
    bool canDelete() const;
    QCoro::Task<Result<QList<quint32>>> uidsToDelete();
    QCoro::Task<Result<void>> deleteMails(QList<quint32> uids);
    void noteKept(qsizetype count);

    Store::AccountDatabase &m_database;
    Imap::Session &m_session;
    const FolderCursor &m_cursor;
    bool m_hasNotedKept = false; ///< the log says that deleted mails stay at the server
};

} // namespace Sync
