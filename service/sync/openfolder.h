// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"

namespace Sync {

/**
 * The server's side of the folder that the session has open: its count of mails, its modSeq, and whether
 * changes are known that were not fetched yet. Lives on a sync thread.
 */
class OpenFolder
{
public:
    explicit OpenFolder(Imap::Session &session) : m_session(session) { }

    /// EXAMINE or SELECT found these values.
    void begin(const Imap::Mailbox &mailbox);

    /// What the server reported since the last call. exists() follows it.
    Imap::MailboxNews takeNews();

    /// Opens the folder again, read-only, and takes its count. An error if it has another UIDVALIDITY.
    QCoro::Task<Result<void>> recount(QString path, quint32 uidValidity);

    /// Number of mails, from the server's last EXISTS.
    quint32 exists() const { return m_exists; }

    /// The folder's modSeq when it was opened; 0: the folder has none.
    quint64 modSeq() const { return m_modSeq; }
    void setModSeq(quint64 modSeq) { m_modSeq = modSeq; }

    /// There are changes that only FolderSync::syncAgain() finds.
    bool isStale() const { return m_isStale; }
    void setStale(bool isStale) { m_isStale = isStale; }

private:
    Imap::Session &m_session;
    quint32 m_exists = 0;
    quint64 m_modSeq = 0;
    bool m_isStale = false;
};

} // namespace Sync
