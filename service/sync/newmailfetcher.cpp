// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/newmailfetcher.h"

#include "indexing/indexer.h"
#include "parsing/listing.h"
#include "store/mail/alikemails.h"
#include "sync/foldercursor.h"
#include "sync/folderstore.h"
#include "sync/messagefetcher.h"
#include "sync/plan.h"

namespace Sync {

namespace {

constexpr qsizetype chunkSize = 100; ///< fewer than list rows, because bodies are fetched too
constexpr qint64 bodyBytes = qint64(16) * 1024 * 1024;

} // namespace

QCoro::Task<Result<void>> NewMailFetcher::fetch(QList<quint32> uids)
{
    auto step = [this](QList<quint32> chunk) {
        return fetchChunk(std::move(chunk));
    };
    QCoro::Task<Result<void>> all =
        Async::pipelined(chunks(uids, chunkSize, chunkSize), 1, std::move(step));
    Result<void> done = co_await all;
    co_return done;
}

QCoro::Task<Result<void>> NewMailFetcher::fetchChunk(QList<quint32> uids)
{
    const Result<MessageFetcher::Messages> messages =
        co_await m_fetcher.fetchRows(uids, Parsing::maxBodyInTurn);
    CO_RETURN_IF_ERROR(messages);
    const QList<Store::NewMail> mails = Parsing::newMails(*messages, m_context.clock.now());
    const Result<QList<Store::BodyWanted>> wanted = co_await wantedBodies(mails);
    CO_RETURN_IF_ERROR(wanted);
    Result<QList<Parsing::ReadBody>> bodies = co_await fetchBodies(*wanted);
    CO_RETURN_IF_ERROR(bodies);
    Arrival arrival{ mails, std::move(*bodies), true };
    Result<void> stored = co_await store(std::move(arrival));
    co_return stored;
}

// The bodies that are small enough and are not stored here yet.
QCoro::Task<Result<QList<Store::BodyWanted>>>
NewMailFetcher::wantedBodies(QList<Store::NewMail> mails)
{
    const auto folder = m_cursor.folder();
    auto compare = [folder, mails](Store::Session &session) {
        return Store::knownBodies(session, folder, mails);
    };
    const Result<QSet<quint32>> known = co_await m_context.database.reading(std::move(compare));
    CO_RETURN_IF_ERROR(known);
    QList<Store::BodyWanted> wanted;
    for (const Store::NewMail &mail : std::as_const(mails)) {
        if (mail.size <= Parsing::maxBodyInTurn && !known->contains(mail.uid))
            wanted.append({ 0, mail.uid, mail.size });
    }
    co_return wanted;
}

QCoro::Task<Result<QList<Parsing::ReadBody>>>
NewMailFetcher::fetchBodies(QList<Store::BodyWanted> wanted)
{
    QList<Parsing::ReadBody> bodies;
    const QList<QList<Store::BodyWanted>> parts = bodyChunks(wanted, chunkSize, bodyBytes);
    for (const QList<Store::BodyWanted> &part : parts) {
        const Result<QList<Parsing::ReadBody>> some = co_await m_fetcher.fetchBodies(part);
        CO_RETURN_IF_ERROR(some);
        bodies += *some;
    }
    co_return bodies;
}

QCoro::Task<Result<void>> NewMailFetcher::store(Arrival arrival)
{
    const auto account = m_cursor.account();
    const auto folder = m_cursor.folder();
    auto put = [=](Store::Session &session) {
        return storeArrival(session, account, folder, arrival);
    };
    Result<Arrived> arrived = co_await m_context.database.writing(std::move(put));
    CO_RETURN_IF_ERROR(arrived);
    m_cursor.count(arrived->stored, arrived->moved);
    m_indexer.noteIndexed(arrived->indexedBytes);
    co_return {};
}

} // namespace Sync
