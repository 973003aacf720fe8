// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/accountdatabase.h"
#include "store/mail/bodies.h"

#include <memory>
#include <optional>

namespace Sync {

class ArrivalFetcher;
class BodyFetcher;
class FolderCursor;
class FolderProgress;
class OpenFolder;
class RequestedBodies;
class UnreadableMails;

/**
 * Fetches all bodies of a folder that are not stored yet, each group newest first: bodies up to 2 MiB, in
 * chunks of at most 2 MiB; larger bodies one by one; then the outlines of mails over 50 MiB. Bodies that
 * users wait for are fetched before each chunk, and new mail is fetched in between, so neither waits for
 * the end of an import. Each step reads from the database what is still missing; BodyFetcher requests no
 * body twice in one import. Lives on a sync thread.
 */
class BodyImport
{
public:
    BodyImport(Store::AccountDatabase &database, FolderCursor &cursor, OpenFolder &open,
               UnreadableMails &unreadable, ArrivalFetcher &arrivals, RequestedBodies &requested,
               BodyFetcher &bodies, FolderProgress &progress)
        : m_database(database), m_cursor(cursor), m_open(open), m_unreadable(unreadable),
          m_arrivals(arrivals), m_requested(requested), m_bodies(bodies), m_progress(progress)
    {
    }

    QCoro::Task<Result<void>> run();

private:
    using Bodies = QList<Store::BodyWanted>;

    /** The bodies up to a size that are still to be fetched. */
    struct Queue {
        qint64 maxSize = 0;
        bool isLarge = false;
        bool hasBegun = false;
        quint32 below = 0;      ///< the last uid that was read from the database
        QList<Bodies> chunks{}; ///< of the last batch
    };

    QCoro::Task<Result<void>> fetchUpTo(qint64 maxSize);
    QCoro::Task<Result<std::optional<Bodies>>> nextChunk(std::shared_ptr<Queue> queue);
    QCoro::Task<Result<void>> fillQueue(std::shared_ptr<Queue> queue);
    QCoro::Task<Result<void>> fetchChunk(Bodies wanted);
    QCoro::Task<Result<void>> fetchOutlines();
    QCoro::Task<Result<void>> fetchOutlinesOf(Bodies wanted);
    QCoro::Task<Result<Bodies>> wantedBelow(quint32 uid, qint64 maxSize, int max);

    Store::AccountDatabase &m_database;
    FolderCursor &m_cursor;
    OpenFolder &m_open;
    UnreadableMails &m_unreadable;
    ArrivalFetcher &m_arrivals;
    RequestedBodies &m_requested;
    BodyFetcher &m_bodies;
    FolderProgress &m_progress;
};

} // namespace Sync
