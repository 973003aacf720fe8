// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"
#include "sync/extent.h"

class Clock;

namespace Sync {

class FolderCursor;
class OpenFolder;

/** A folder that was opened, and how much of it has to be compared. */
struct Opened {
    Imap::Mailbox mailbox;
    Extent extent = Extent::Whole;
};

/**
 * Opens a folder read-only (EXAMINE: nothing is written at the server) and finds or makes its database
 * row. Lives on a sync thread.
 */
class FolderOpener
{
public:
    FolderOpener(const Clock &clock, Imap::Session &session, FolderCursor &cursor, OpenFolder &open)
        : m_clock(clock), m_session(session), m_cursor(cursor), m_open(open)
    {
    }

    /// Conflict: the folder has another UIDVALIDITY than before, see unexpectedUidValidity(); nothing
    /// was changed.
    QCoro::Task<Result<Opened>> open();

    /// The server refused to open the folder. The session can still be used.
    bool isRefused() const { return m_isRefused; }

    /// The UIDVALIDITY because of which open() failed; 0: it did not.
    quint32 unexpectedUidValidity() const { return m_unexpected; }

    /// The folder may have this UIDVALIDITY now.
    void accept(quint32 uidValidity) { m_accepted = uidValidity; }

private:
    QCoro::Task<Result<Imap::Mailbox>> examine(Imap::Resync since);
    bool isExpected(const Imap::Mailbox &mailbox) const;

    const Clock &m_clock;
    Imap::Session &m_session;
    FolderCursor &m_cursor;
    OpenFolder &m_open;
    bool m_isRefused = false;
    quint32 m_unexpected = 0;
    quint32 m_accepted = 0;
};

} // namespace Sync
