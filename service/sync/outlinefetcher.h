// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parsing/bodyparse.h"
#include "sync/context.h"

namespace Indexing {
class Indexer;
}

namespace Sync {

class FolderCursor;
class UnreadableMails;

/**
 * Fetches and stores the outline (sync/outline) of a mail that is too large to be stored. Lives on a
 * sync thread.
 */
class OutlineFetcher
{
public:
    OutlineFetcher(Context &context, Indexing::Indexer &indexer, Imap::Session &session,
                   FolderCursor &cursor, UnreadableMails &unreadable)
        : m_context(context), m_indexer(indexer), m_session(session), m_cursor(cursor),
          m_unreadable(unreadable)
    {
    }

    /// False: the server did not return the mail, which is left out in this connection.
    QCoro::Task<Result<bool>> fetch(Store::BodyWanted wanted);

private:
    struct Parts;

    QCoro::Task<Result<Parsing::ReadBody>> read(quint32 uid);
    QCoro::Task<Result<Imap::BodyStructure>> readStructure(quint32 uid);
    QCoro::Task<Result<Parts>> readParts(quint32 uid, QList<QList<Imap::SectionRequest>> groups);
    QCoro::Task<Result<void>> store(Parsing::ReadBody outline);

    Context &m_context;
    Indexing::Indexer &m_indexer;
    Imap::Session &m_session;
    FolderCursor &m_cursor;
    UnreadableMails &m_unreadable;
};

} // namespace Sync
