// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QCoroTask>
#include <QList>

namespace Sync {

class FolderCursor;
class MailboxReader;
class MailLister;
class NewMailFetcher;
class OpenFolder;
class UnreadableMails;

/**
 * Fetches the mails that are at the server and not here: new mails with their bodies, older mails as
 * list rows. Lives on a sync thread.
 */
class ArrivalFetcher
{
public:
    ArrivalFetcher(FolderCursor &cursor, OpenFolder &open, UnreadableMails &unreadable,
                   MailboxReader &reader, MailLister &lister, NewMailFetcher &newMails)
        : m_cursor(cursor), m_open(open), m_unreadable(unreadable), m_reader(reader),
          m_lister(lister), m_newMails(newMails)
    {
    }

    /// Fetches these mails, except those that the account's syncMode excludes. `uids`: newest first.
    QCoro::Task<Result<void>> fetch(QList<quint32> uids);

    /// Fetches the mails whose uids are above all uids that were checked.
    QCoro::Task<Result<void>> fetchUnchecked();

    /// Fetches new mails during other work, if the server reported some. Other reported changes make the
    /// folder stale: they are compared afterwards.
    QCoro::Task<Result<void>> checkForNews();

private:
    FolderCursor &m_cursor;
    OpenFolder &m_open;
    UnreadableMails &m_unreadable;
    MailboxReader &m_reader;
    MailLister &m_lister;
    NewMailFetcher &m_newMails;
};

} // namespace Sync
