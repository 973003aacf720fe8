// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/context.h"

namespace Sync {

class FolderCursor;
class FolderProgress;
class MessageFetcher;

/**
 * Fetches and stores the list rows of mails, without their bodies: 200 rows first, so that users see the
 * newest mails at once, then chunks of 500, four at a time. Lives on a sync thread.
 */
class MailLister
{
public:
    MailLister(Context &context, FolderCursor &cursor, MessageFetcher &fetcher,
               FolderProgress &progress)
        : m_context(context), m_cursor(cursor), m_fetcher(fetcher), m_progress(progress)
    {
    }

    /// Lists these mails, in the order of the uids. They are the phase "list" of the progress.
    QCoro::Task<Result<void>> list(QList<quint32> uids);

private:
    QCoro::Task<Result<void>> listChunk(QList<quint32> uids);

    Context &m_context;
    FolderCursor &m_cursor;
    MessageFetcher &m_fetcher;
    FolderProgress &m_progress;
    Async::Slots m_storing{ 1 }; ///< chunks go to the database in order
};

} // namespace Sync
