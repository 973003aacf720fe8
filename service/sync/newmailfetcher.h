// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsing/bodyparse.h"
#include "store/mail/mailrow.h"
#include "sync/context.h"

namespace Indexing {
class Indexer;
}

namespace Sync {

struct Arrival;
class FolderCursor;
class MessageFetcher;

/**
 * Fetches and stores new mails with their bodies, 100 at a time. A new mail is announced with its first
 * words, so its body (up to 2 MiB) is fetched before it is stored. Lives on a sync thread.
 */
class NewMailFetcher
{
public:
    NewMailFetcher(Context &context, Indexing::Indexer &indexer, FolderCursor &cursor,
                   MessageFetcher &fetcher)
        : m_context(context), m_indexer(indexer), m_cursor(cursor), m_fetcher(fetcher)
    {
    }

    /// Fetches and stores these mails, in the order of the uids.
    QCoro::Task<Result<void>> fetch(QList<quint32> uids);

private:
    QCoro::Task<Result<void>> fetchChunk(QList<quint32> uids);
    QCoro::Task<Result<QList<Store::BodyWanted>>> wantedBodies(QList<Store::NewMail> mails);
    QCoro::Task<Result<QList<Parsing::ReadBody>>> fetchBodies(QList<Store::BodyWanted> wanted);
    QCoro::Task<Result<void>> store(Arrival arrival);

    Context &m_context;
    Indexing::Indexer &m_indexer;
    FolderCursor &m_cursor;
    MessageFetcher &m_fetcher;
};

} // namespace Sync
