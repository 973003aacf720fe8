// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "imap/session.h"

#include <chrono>

namespace Sync {

class ArrivalFetcher;
class ChangeApplier;
class FolderCursor;
class OpenFolder;

/**
 * Applies what the server reported of the open folder without a request, mostly during IDLE. Lives on a
 * sync thread.
 */
class NewsApplier
{
public:
    /// `firstPause`: until a reported mail that cannot be fetched yet is requested again. The next pauses
    /// are longer.
    NewsApplier(Imap::Session &session, FolderCursor &cursor, OpenFolder &open,
                ChangeApplier &applier, ArrivalFetcher &arrivals,
                std::chrono::milliseconds firstPause = std::chrono::milliseconds(100))
        : m_session(session), m_cursor(cursor), m_open(open), m_applier(applier),
          m_arrivals(arrivals), m_firstPause(firstPause)
    {
    }

    /// False: the server reported only that something changed, so the folder has to be synchronised.
    QCoro::Task<Result<bool>> apply();

private:
    QCoro::Task<Result<bool>> applyFlags(QList<Imap::FetchedMessage> changed);
    QCoro::Task<Result<void>> fetchNew();
    QCoro::Task<Result<void>> pause(std::chrono::milliseconds time);

    Imap::Session &m_session;
    FolderCursor &m_cursor;
    OpenFolder &m_open;
    ChangeApplier &m_applier;
    ArrivalFetcher &m_arrivals;
    const std::chrono::milliseconds m_firstPause;
};

} // namespace Sync
