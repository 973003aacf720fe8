// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"

namespace Sync {

class DeletionWriter;
class FlagWriter;
class FolderCursor;

/**
 * Opens a folder for writing and stores the users' changes there: flags, then deletions. Changes that the
 * server refuses wait for the next time, with a line in the log. Lives on a sync thread.
 */
class ServerChangeWriter
{
public:
    ServerChangeWriter(Imap::Session &session, const FolderCursor &cursor, FlagWriter &flags,
                       DeletionWriter &deletions)
        : m_session(session), m_cursor(cursor), m_flags(flags), m_deletions(deletions)
    {
    }

    /// Leaves the folder open for writing: the caller opens it read-only again. Stores nothing if the
    /// folder is read-only, refused, or has another UIDVALIDITY. An error ends the connection or comes
    /// from the database.
    QCoro::Task<Result<void>> run();

private:
    QCoro::Task<Result<void>> storeAll();
    bool isRefusal(const Error &why) const;
    void logRefusal(const char *refused, const QString &why) const;

    Imap::Session &m_session;
    const FolderCursor &m_cursor;
    FlagWriter &m_flags;
    DeletionWriter &m_deletions;
};

} // namespace Sync
