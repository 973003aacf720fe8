// SPDX-License-Identifier: GPL-3.0-or-later
// The part of FolderSync that fetches texts.
#include "indexing/indexer.h"
#include "parsing/listing.h"
#include "sync/foldersync.h"

#include <algorithm>

namespace Sync {

namespace {

constexpr qsizetype textChunkSize = 200;
constexpr qint64 textChunkBytes = qint64(2) * 1024 * 1024;
constexpr int inFlight = 4; ///< together 8 MiB, enough for 200 MB/s at 40 ms round trip
constexpr int wantedBatch = 2000;

} // namespace

QCoro::Task<Result<void>> FolderSync::texts()
{
    m_hasMissingTexts = false;
    const Result<void> small = co_await textsUpTo(Parsing::maxBodyInTurn);
    CO_RETURN_IF_ERROR(small);
    const Result<void> large = co_await textsUpTo(Parsing::maxBodyStored);
    CO_RETURN_IF_ERROR(large);
    Result<void> outlined = co_await outlines();
    co_return outlined;
}

QCoro::Task<Result<void>> FolderSync::textsUpTo(qint64 maxSize)
{
    const qint64 folderId = m_folder.id;
    const bool isLarge = maxSize > Parsing::maxBodyInTurn;
    bool isFirst = true;
    for (quint32 below = 0;;) {
        auto find = [=](Store::Session &session) {
            return Store::wantedBodies(session, folderId, below, maxSize, wantedBatch);
        };
        Result<QList<Store::BodyWanted>> wanted =
            co_await m_context.database.reading(std::move(find));
        CO_RETURN_IF_ERROR(wanted);
        if (wanted->isEmpty())
            co_return {};
        if (m_meter && std::exchange(isFirst, false))
            m_meter->begin("bodies", isLarge ? wanted->size() : m_exists);
        below = wanted->last().uid;
        wanted->removeIf([this](const auto &mail) { return m_unreadable.contains(mail.uid); });
        auto step = [this](QList<Store::BodyWanted> chunk) {
            return textStep(std::move(chunk));
        };
        QCoro::Task<Result<void>> all = Async::pipelined(
            bodyChunks(*wanted, textChunkSize, textChunkBytes), isLarge ? 1 : inFlight, step);
        const Result<void> done = co_await all;
        CO_RETURN_IF_ERROR(done);
        // New mail does not wait for the end of an import.
        const Result<void> looked = co_await lookForNews();
        CO_RETURN_IF_ERROR(looked);
    }
}

// Texts that users wait for are fetched first, also during an import.
QCoro::Task<Result<void>> FolderSync::textStep(QList<Store::BodyWanted> wanted)
{
    const Result<void> granted = co_await serveBodyRequests();
    CO_RETURN_IF_ERROR(granted);
    Result<void> done = co_await textChunk(std::move(wanted), Urgency::None);
    co_return done;
}

QCoro::Task<Result<void>> FolderSync::serveBodyRequests()
{
    for (;;) {
        const auto ours = std::ranges::find(m_bodyRequests, m_folder.id, &BodyRequest::folderId);
        if (ours == m_bodyRequests.end())
            co_return {};
        const BodyRequest wish = *ours;
        m_bodyRequests.erase(ours);
        if (wish.done.isFinished()) // the caller no longer waits
            continue;
        const Result<void> fetched = co_await fetchText(wish.mail);
        wish.done.finish(fetched);
        CO_RETURN_IF_ERROR(fetched);
    }
}

QCoro::Task<Result<void>> FolderSync::textChunk(QList<Store::BodyWanted> wanted, Urgency urgency)
{
    QHash<quint32, qint64> idOfUid;
    for (const Store::BodyWanted &mail : std::as_const(wanted))
        idOfUid.insert(mail.uid, mail.mailId);
    co_await m_indexer.room();
    Result<QList<Parsing::ReadBody>> bodies = co_await fetchTexts(wanted);
    CO_RETURN_IF_ERROR(bodies);
    bodies->removeIf(
        [&idOfUid](const Parsing::ReadBody &read) { return !idOfUid.contains(read.uid); });
    for (Parsing::ReadBody &read : *bodies)
        read.body.mailId = idOfUid.take(read.uid);
    const Result<void> noted = co_await noteMissing(idOfUid.values());
    CO_RETURN_IF_ERROR(noted);
    const auto account = m_account;
    auto store = [account, read = std::move(*bodies)](Store::Session &session) mutable {
        return storeTexts(session, account, std::move(read));
    };
    QCoro::Task<Result<QList<Parsing::ReadBody>>> storing = urgency == Urgency::Awaited
        ? m_context.database.writing(std::move(store))
        : m_context.database.writingSoon(std::move(store));
    Result<QList<Parsing::ReadBody>> stored = co_await storing;
    CO_RETURN_IF_ERROR(stored);
    index(std::move(*stored));
    if (m_meter)
        m_meter->add(wanted.size());
    co_return {};
}

// The server lists these mails, but answered NIL or refused to return them.
QCoro::Task<Result<void>> FolderSync::noteMissing(QList<qint64> mailIds)
{
    if (mailIds.isEmpty())
        co_return {};
    m_hasMissingTexts = true;
    const auto account = m_account;
    auto note = [=](Store::Session &session) {
        return storeMissing(session, account, mailIds);
    };
    Result<void> noted = co_await m_context.database.writingSoon(std::move(note));
    co_return noted;
}

QCoro::Task<Result<void>> FolderSync::fetchText(Store::BodyWanted wanted)
{
    if (wanted.size > Parsing::maxBodyStored) {
        Result<void> outlined = co_await fetchOutline(wanted);
        co_return outlined;
    }
    const QList<Store::BodyWanted> alone{ wanted };
    Result<void> done = co_await textChunk(alone, Urgency::Awaited);
    co_return done;
}

QCoro::Task<Result<QList<Parsing::ReadBody>>>
FolderSync::fetchTexts(QList<Store::BodyWanted> wanted)
{
    const Imap::FetchRequest request = Parsing::textRequest(wanted);
    QList<quint32> uids;
    for (const Store::BodyWanted &mail : std::as_const(wanted))
        uids.append(mail.uid);
    Result<Messages> fetched = co_await fetchMessages(request, uids);
    CO_RETURN_IF_ERROR(fetched);
    auto read = [messages = std::move(*fetched)]() mutable {
        QList<Parsing::ReadBody> bodies;
        bodies.reserve(messages.size());
        for (Imap::FetchedMessage &message : messages) {
            const QByteArray raw = std::exchange(message.body, {}); // freed at once: it is large
            if (!raw.isNull()) // NIL: the server cannot return it
                bodies.append(Parsing::readBody(message.uid, raw));
        }
        return bodies;
    };
    QList<Parsing::ReadBody> bodies = co_await Async::onPool(&m_context.pool, std::move(read));
    co_return bodies;
}

void FolderSync::index(QList<Parsing::ReadBody> bodies)
{
    for (Parsing::ReadBody &read : bodies)
        m_indexer.add(read.body.mailId, std::move(read.document));
}

} // namespace Sync
