// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QSet>

namespace Sync {

class FolderCursor;

/**
 * The mails of a folder that the server lists but cannot return. They are left out until the next
 * connection, so that one broken mail does not stop the others. Lives on a sync thread.
 */
class UnreadableMails
{
public:
    explicit UnreadableMails(const FolderCursor &cursor) : m_cursor(cursor) { }

    /// Leaves the mail out from now on, with a line in the log. Returns `why` if so many mails are
    /// unreadable that the mails are not the cause.
    Result<void> skip(quint32 uid, const Error &why);

    bool contains(quint32 uid) const { return m_uids.contains(uid); }
    bool isEmpty() const { return m_uids.isEmpty(); }

    /// The server returned `count` mails.
    void countReturned(qsizetype count) { m_returned += count; }

private:
    const FolderCursor &m_cursor;
    QSet<quint32> m_uids;
    qsizetype m_returned = 0;
};

} // namespace Sync
