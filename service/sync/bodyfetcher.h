// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsing/bodyparse.h"
#include "sync/context.h"

#include <QSet>

namespace Indexing {
class Indexer;
}

namespace Sync {

class FolderCursor;
class FolderProgress;
class MessageFetcher;
class OutlineFetcher;

/**
 * Fetches, stores and indexes the bodies of mails that are listed already. A body that the server does
 * not return is noted as missing; after three attempts it is `unavailable`. Lives on a sync thread.
 */
class BodyFetcher
{
public:
    BodyFetcher(Context &context, Indexing::Indexer &indexer, FolderCursor &cursor,
                MessageFetcher &fetcher, OutlineFetcher &outlines, FolderProgress &progress)
        : m_context(context), m_indexer(indexer), m_cursor(cursor), m_fetcher(fetcher),
          m_outlines(outlines), m_progress(progress)
    {
    }

    /// Begins an import. It requests no body again that was missing in it or that was requested for a
    /// user.
    void beginImport();

    /// The import has requested all bodies: those that it stored last are indexed at once.
    void endImport();

    /// Fetches these bodies, except those that this import does not request again. Waits first until
    /// the indexer has room. They are stored when no user's write waits.
    QCoro::Task<Result<void>> fetch(QList<Store::BodyWanted> wanted);

    /// Fetches the outline of a mail that is too large to be stored, with the same exceptions.
    QCoro::Task<Result<void>> fetchOutline(Store::BodyWanted wanted);

    /// Fetches the body that a user waits for, or the outline of a large mail. It is stored at once.
    QCoro::Task<Result<void>> fetchAwaited(Store::BodyWanted wanted);

    /// The server did not return some bodies. They are requested again by the next import.
    bool hasMissing() const { return m_hasMissing; }

private:
    enum class Urgency { None, Awaited }; ///< whether a user waits for the body

    QCoro::Task<Result<void>> fetchChunk(QList<Store::BodyWanted> wanted, Urgency urgency);
    QCoro::Task<Result<void>> requestOutline(Store::BodyWanted wanted);
    QCoro::Task<Result<void>> store(QList<Parsing::ReadBody> bodies, Urgency urgency);
    QCoro::Task<Result<void>> noteMissing(QList<qint64> mailIds);

    Context &m_context;
    Indexing::Indexer &m_indexer;
    FolderCursor &m_cursor;
    MessageFetcher &m_fetcher;
    OutlineFetcher &m_outlines;
    FolderProgress &m_progress;
    bool m_hasMissing = false;
    QSet<qint64> m_requested; ///< ids of mails that the import does not request again
};

} // namespace Sync
