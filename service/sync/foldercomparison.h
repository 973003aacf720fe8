// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sync/context.h"
#include "sync/plan.h"

namespace Sync {

class ArrivalFetcher;
class ChangeApplier;
class FirstImport;
class FolderCursor;
class MailboxReader;
class OpenFolder;

/**
 * Compares all mails of the open folder with the database (sync/plan), and applies the differences: flags,
 * removed mails, new mails. If the server returns fewer mails than it counts, no mail is removed here.
 * Lives on a sync thread.
 */
class FolderComparison
{
public:
    FolderComparison(Context &context, FolderCursor &cursor, OpenFolder &open,
                     MailboxReader &reader, ChangeApplier &applier, ArrivalFetcher &arrivals,
                     FirstImport &firstImport)
        : m_context(context), m_cursor(cursor), m_open(open), m_reader(reader), m_applier(applier),
          m_arrivals(arrivals), m_firstImport(firstImport)
    {
    }

    /// The folder is stale afterwards if changes were reported meanwhile, but at most five times in a row.
    QCoro::Task<Result<void>> run();

private:
    using Flags = QList<Store::ServerFlags>;

    QCoro::Task<Result<bool>> isAllOf(qsizetype shown);
    void noteMeanwhile(qsizetype shown);
    QCoro::Task<Result<FolderDelta>> deltaOf(Flags server);
    QCoro::Task<Result<void>> apply(FolderDelta delta, bool isComplete);
    QCoro::Task<Result<void>> noteBuried(QList<Store::BuriedUid> buried);

    Context &m_context;
    FolderCursor &m_cursor;
    OpenFolder &m_open;
    MailboxReader &m_reader;
    ChangeApplier &m_applier;
    ArrivalFetcher &m_arrivals;
    FirstImport &m_firstImport;
    int m_disturbed = 0; ///< comparisons in a row during which changes were reported
};

} // namespace Sync
