// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/foldersync.h"

namespace Sync {

FolderSync::FolderSync(Context &context, Indexing::Indexer &indexer, Imap::Session &session,
                       BodyRequests &requests, Store::Account account, QString path,
                       QByteArray role)
    : m_session(session),
      m_cursor(context.database, std::move(account), std::move(path), std::move(role)),
      m_open(session), m_unreadable(m_cursor), m_reader(context, session, m_cursor, m_open),
      m_fetcher(context.pool, session, m_unreadable), m_applier(context, m_cursor),
      m_lister(context, m_cursor, m_fetcher, m_progress),
      m_newMails(context, indexer, m_cursor, m_fetcher),
      m_arrivals(m_cursor, m_open, m_unreadable, m_reader, m_lister, m_newMails),
      m_outlines(context, indexer, session, m_cursor, m_unreadable),
      m_bodies(context, indexer, m_cursor, m_fetcher, m_outlines, m_progress),
      m_requested(requests, m_cursor, m_bodies),
      m_bodyImport(context.database, m_cursor, m_open, m_unreadable, m_arrivals, m_requested,
                   m_bodies, m_progress),
      m_opener(context.clock, session, m_cursor, m_open),
      m_resync(context.database, m_cursor, m_unreadable, m_reader, m_applier, m_arrivals),
      m_news(session, m_cursor, m_open, m_applier, m_arrivals),
      m_firstImport(context.database, m_cursor, m_reader, m_applier),
      m_comparison(context, m_cursor, m_open, m_reader, m_applier, m_arrivals, m_firstImport),
      m_flagWriter(context.database, session, m_cursor, m_reader),
      m_deletionWriter(context.database, session, m_cursor),
      m_changeWriter(session, m_cursor, m_flagWriter, m_deletionWriter)
{
}

void FolderSync::remember(const Store::Folder &folder)
{
    m_cursor.remember(folder);
    m_open.setModSeq(folder.highestModSeq);
}

QCoro::Task<Result<void>> FolderSync::enter()
{
    const Result<Opened> opened = co_await m_opener.open();
    CO_RETURN_IF_ERROR(opened);
    if (opened->extent != Extent::Whole) {
        const Result<bool> followed = co_await m_resync.apply(opened->mailbox, opened->extent);
        CO_RETURN_IF_ERROR(followed);
        if (*followed) {
            Result<void> fetched = co_await m_bodyImport.run();
            co_return fetched;
        }
    }
    // The comparison covers all changes reported so far. Only the count is kept: for 0 nothing is fetched.
    m_open.takeNews();
    const Result<void> begun = co_await m_firstImport.begin();
    CO_RETURN_IF_ERROR(begun);
    Result<void> compared = co_await compare();
    co_return compared;
}

QCoro::Task<Result<void>> FolderSync::compare()
{
    const Result<void> compared = co_await m_comparison.run();
    CO_RETURN_IF_ERROR(compared);
    Result<void> fetched = co_await m_bodyImport.run();
    co_return fetched;
}

QCoro::Task<Result<void>> FolderSync::syncAgain()
{
    if (m_open.modSeq() != 0) {
        Result<void> entered = co_await enter();
        co_return entered;
    }
    const Result<void> answered = co_await m_session.noop();
    CO_RETURN_IF_ERROR(answered);
    Result<void> compared = co_await compare();
    co_return compared;
}

QCoro::Task<Result<void>> FolderSync::catchUp()
{
    const Result<bool> applied = co_await m_news.apply();
    CO_RETURN_IF_ERROR(applied);
    if (*applied)
        co_return {};
    Result<void> synced = co_await syncAgain();
    co_return synced;
}

QCoro::Task<Result<void>> FolderSync::storeChanges()
{
    const Result<void> stored = co_await m_changeWriter.run();
    CO_RETURN_IF_ERROR(stored);
    Result<void> entered = co_await enter();
    co_return entered;
}

QCoro::Task<Result<void>> FolderSync::serveBodyRequests()
{
    Result<void> served = co_await m_requested.fetch();
    co_return served;
}

} // namespace Sync
