// SPDX-License-Identifier: GPL-3.0-or-later
// The part of FolderSync that fetches list rows and new mail.
#include "parsing/listing.h"
#include "store/mail/alikemails.h"
#include "sync/foldersync.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr qsizetype firstChunk = 200; ///< small: users see the newest mails at once
constexpr qsizetype listChunkSize = 500;
constexpr qsizetype newsChunkSize = 100; ///< fewer, because their texts are fetched too
constexpr qint64 newsTextBytes = qint64(16) * 1024 * 1024;
constexpr int inFlight = 4;

} // namespace

QCoro::Task<Result<void>> FolderSync::list(QList<quint32> uids)
{
    if (uids.isEmpty())
        co_return {};
    if (m_meter)
        m_meter->begin("list", uids.size());
    auto step = [this](QList<quint32> chunk) {
        return listChunk(std::move(chunk));
    };
    QCoro::Task<Result<void>> all =
        Async::pipelined(chunks(uids, firstChunk, listChunkSize), inFlight, std::move(step));
    Result<void> done = co_await all;
    co_return done;
}

QCoro::Task<Result<void>> FolderSync::listChunk(QList<quint32> uids)
{
    const Imap::FetchRequest request = Parsing::listRequest(offersEmailIds());
    Result<Messages> messages = co_await fetchMessages(request, uids);
    CO_RETURN_IF_ERROR(messages);
    // Chunks are parsed and passed to the database one after the other. In parallel, a later chunk could
    // be stored first on a busy machine, but the newest mails must appear first.
    Async::Slots::Lease turn = co_await m_listing.acquire();
    const qint64 now = m_context.clock.now();
    auto read = [now, messages = std::move(*messages)] {
        return Parsing::newMails(messages, now);
    };
    QList<Store::NewMail> mails = co_await Async::onPool(&m_context.pool, std::move(read));
    const auto account = m_account;
    const auto folder = m_folder;
    auto store = [=](Store::Session &session) {
        return storeArrival(session, account, folder, { mails, {} });
    };
    QCoro::Task<Result<Arrived>> storing = m_context.database.writingSoon(std::move(store));
    turn.release();
    const Result<Arrived> arrived = co_await storing;
    CO_RETURN_IF_ERROR(arrived);
    m_new += arrived->stored;
    m_updated += arrived->moved;
    if (m_meter)
        m_meter->add(uids.size());
    co_return {};
}

QCoro::Task<Result<void>> FolderSync::downloadNew(QList<quint32> uids)
{
    auto step = [this](QList<quint32> chunk) {
        return newsChunk(std::move(chunk));
    };
    QCoro::Task<Result<void>> all =
        Async::pipelined(chunks(uids, newsChunkSize, newsChunkSize), 1, std::move(step));
    Result<void> done = co_await all;
    co_return done;
}

// New mail is announced with its first words, so its text is fetched before it is stored.
QCoro::Task<Result<void>> FolderSync::newsChunk(QList<quint32> uids)
{
    const Imap::FetchRequest request = Parsing::listRequest(offersEmailIds());
    Result<Messages> messages = co_await fetchMessages(request, uids);
    CO_RETURN_IF_ERROR(messages);
    QList<Store::NewMail> mails = Parsing::newMails(*messages, m_context.clock.now());
    const auto folder = m_folder;
    auto compare = [folder, mails](Store::Session &session) {
        return Store::knownTexts(session, folder, mails);
    };
    const Result<QSet<quint32>> known = co_await m_context.database.reading(std::move(compare));
    CO_RETURN_IF_ERROR(known);
    QList<Store::BodyWanted> wanted;
    for (const Store::NewMail &mail : std::as_const(mails)) {
        if (mail.size <= Parsing::maxBodyInTurn && !known->contains(mail.uid))
            wanted.append({ 0, mail.uid, mail.size });
    }
    Arrival arrival{ mails, {} };
    const QList<QList<Store::BodyWanted>> parts = bodyChunks(wanted, newsChunkSize, newsTextBytes);
    for (const QList<Store::BodyWanted> &part : parts) {
        Result<QList<Parsing::ReadBody>> bodies = co_await fetchTexts(part);
        CO_RETURN_IF_ERROR(bodies);
        arrival.bodies += *bodies;
    }
    const auto account = m_account;
    auto store = [=](Store::Session &session) {
        return storeArrival(session, account, folder, arrival);
    };
    Result<Arrived> arrived = co_await m_context.database.writing(std::move(store));
    CO_RETURN_IF_ERROR(arrived);
    m_new += arrived->stored;
    m_updated += arrived->moved;
    index(std::move(arrived->bodies));
    co_return {};
}

// Fetches new mail during other work. Other changes are compared afterwards.
QCoro::Task<Result<void>> FolderSync::lookForNews()
{
    const Imap::MailboxNews news = m_session.takeNotifications();
    m_exists = news.exists.value_or(m_exists);
    m_isStale = m_isStale || news.saysMoreThanCount();
    if (!news.exists)
        co_return {};
    Result<void> looked = co_await fetchAbove();
    co_return looked;
}

// Fetches the mails whose uids are above all uids that were checked.
QCoro::Task<Result<void>> FolderSync::fetchAbove()
{
    const Result<QList<quint32>> uids = co_await uidsAbove(m_folder.uidNext);
    CO_RETURN_IF_ERROR(uids);
    if (uids->isEmpty())
        co_return {};
    const Result<QList<quint32>> wanted = co_await wantedOf(*uids);
    CO_RETURN_IF_ERROR(wanted);
    const Result<void> taken = co_await downloadNew(*wanted);
    CO_RETURN_IF_ERROR(taken);
    Result<void> advanced = co_await advanceTo(uids->first() + 1);
    co_return advanced;
}

QCoro::Task<Result<void>> FolderSync::pauseAndStir(std::chrono::milliseconds wait)
{
    if (wait == 0ms)
        co_return {};
    Async::Completion<bool> pause;
    pause.finishAfter(wait, &m_session, true);
    co_await pause;
    Result<void> stirred = co_await m_session.noop();
    co_return stirred;
}

} // namespace Sync
