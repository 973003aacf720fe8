// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/maillister.h"

#include "parsing/listing.h"
#include "sync/foldercursor.h"
#include "sync/folderprogress.h"
#include "sync/folderstore.h"
#include "sync/messagefetcher.h"
#include "sync/plan.h"

namespace Sync {

namespace {

constexpr qsizetype firstChunk = 200;
constexpr qsizetype chunkSize =
    2000; ///< twice as many are no faster; 1000 take a fifth longer and write twice as much
constexpr int inFlight = 2;

} // namespace

QCoro::Task<Result<void>> MailLister::list(QList<quint32> uids)
{
    if (uids.isEmpty())
        co_return {};
    m_progress.begin("list", uids.size());
    auto step = [this](QList<quint32> chunk) {
        return listChunk(std::move(chunk));
    };
    QCoro::Task<Result<void>> all =
        Async::pipelined(chunks(uids, firstChunk, chunkSize), inFlight, std::move(step));
    Result<void> done = co_await all;
    co_return done;
}

QCoro::Task<Result<void>> MailLister::listChunk(QList<quint32> uids)
{
    Result<MessageFetcher::Messages> messages =
        co_await m_fetcher.fetchRows(uids, Parsing::maxBodyStored);
    CO_RETURN_IF_ERROR(messages);
    // Chunks are parsed and passed to the database one after the other. In parallel, a later chunk could
    // be stored first on a busy machine, but the newest mails must appear first.
    Async::Slots::Lease turn = co_await m_storing.acquire();
    const qint64 now = m_context.clock.now();
    auto read = [now, messages = std::move(*messages)] {
        return Parsing::newMails(messages, now);
    };
    QList<Store::NewMail> mails = co_await Async::onPool(&m_context.pool, std::move(read));
    const auto account = m_cursor.account();
    const auto folder = m_cursor.folder();
    auto store = [=](Store::Session &session) {
        return storeArrival(session, account, folder, { mails, {}, false });
    };
    QCoro::Task<Result<Arrived>> storing = m_context.database.writingSoon(std::move(store));
    turn.release();
    const Result<Arrived> arrived = co_await storing;
    CO_RETURN_IF_ERROR(arrived);
    m_cursor.count(arrived->stored, arrived->moved);
    m_progress.add(uids.size());
    co_return {};
}

} // namespace Sync
