// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/bodyimport.h"

#include "parsing/listing.h"
#include "sync/arrivalfetcher.h"
#include "sync/bodyfetcher.h"
#include "sync/foldercursor.h"
#include "sync/folderprogress.h"
#include "sync/openfolder.h"
#include "sync/plan.h"
#include "sync/requestedbodies.h"
#include "sync/unreadablemails.h"

#include <limits>

namespace Sync {

namespace {

constexpr qsizetype chunkSize = 200;
constexpr qint64 chunkBytes = qint64(2) * 1024 * 1024;
constexpr int inFlight = 3; ///< together 6 MiB, enough for 150 MB/s at 40 ms round trip
constexpr int bodyBatch = 2000;
constexpr int outlineBatch = 100;

} // namespace

QCoro::Task<Result<void>> BodyImport::run()
{
    m_bodies.beginImport();
    const Result<void> small = co_await fetchUpTo(Parsing::maxBodyInTurn);
    CO_RETURN_IF_ERROR(small);
    const Result<void> large = co_await fetchUpTo(Parsing::maxBodyStored);
    CO_RETURN_IF_ERROR(large);
    Result<void> outlined = co_await fetchOutlines();
    m_bodies.endImport();
    co_return outlined;
}

// The next batch is read while chunks of the last one are still under way, so that the connection never waits.
QCoro::Task<Result<void>> BodyImport::fetchUpTo(qint64 maxSize)
{
    const auto queue = std::make_shared<Queue>();
    queue->maxSize = maxSize;
    queue->isLarge = maxSize > Parsing::maxBodyInTurn;
    auto next = [this, queue] {
        return nextChunk(queue);
    };
    auto step = [this](Bodies chunk) {
        return fetchChunk(std::move(chunk));
    };
    const int atOnce = queue->isLarge ? 1 : inFlight;
    QCoro::Task<Result<void>> all = Async::pipelinedFrom(std::move(next), atOnce, std::move(step));
    Result<void> done = co_await all;
    co_return done;
}

QCoro::Task<Result<std::optional<BodyImport::Bodies>>>
BodyImport::nextChunk(std::shared_ptr<Queue> queue)
{
    if (queue->chunks.isEmpty()) {
        const Result<void> filled = co_await fillQueue(queue);
        CO_RETURN_IF_ERROR(filled);
    }
    if (queue->chunks.isEmpty())
        co_return std::optional<Bodies>();
    co_return std::optional(queue->chunks.takeFirst());
}

// Leaves the queue empty after the last body.
QCoro::Task<Result<void>> BodyImport::fillQueue(std::shared_ptr<Queue> queue)
{
    while (queue->chunks.isEmpty()) {
        // New mail does not wait for the end of an import.
        const Result<void> checked = co_await m_arrivals.checkForNews();
        CO_RETURN_IF_ERROR(checked);
        Result<Bodies> wanted = co_await wantedBelow(queue->below, queue->maxSize, bodyBatch);
        CO_RETURN_IF_ERROR(wanted);
        if (wanted->isEmpty())
            co_return {};
        if (!std::exchange(queue->hasBegun, true))
            m_progress.begin("bodies", queue->isLarge ? wanted->size() : m_open.exists());
        queue->below = wanted->last().uid;
        wanted->removeIf([this](const auto &mail) { return m_unreadable.contains(mail.uid); });
        queue->chunks = bodyChunks(*wanted, chunkSize, chunkBytes);
    }
    co_return {};
}

// Bodies that users wait for are fetched first, also during an import.
QCoro::Task<Result<void>> BodyImport::fetchChunk(Bodies wanted)
{
    const Result<void> served = co_await m_requested.fetch();
    CO_RETURN_IF_ERROR(served);
    Result<void> done = co_await m_bodies.fetch(std::move(wanted));
    co_return done;
}

QCoro::Task<Result<void>> BodyImport::fetchOutlines()
{
    constexpr qint64 anySize = std::numeric_limits<qint64>::max();
    for (quint32 below = 0;;) {
        const Result<Bodies> wanted = co_await wantedBelow(below, anySize, outlineBatch);
        CO_RETURN_IF_ERROR(wanted);
        if (wanted->isEmpty())
            co_return {};
        below = wanted->last().uid;
        const Result<void> done = co_await fetchOutlinesOf(*wanted);
        CO_RETURN_IF_ERROR(done);
    }
}

QCoro::Task<Result<void>> BodyImport::fetchOutlinesOf(Bodies wanted)
{
    for (const Store::BodyWanted &mail : std::as_const(wanted)) {
        const bool isOurs = mail.size > Parsing::maxBodyStored && !m_unreadable.contains(mail.uid);
        if (!isOurs)
            continue;
        const Result<void> served = co_await m_requested.fetch();
        CO_RETURN_IF_ERROR(served);
        const Result<void> done = co_await m_bodies.fetchOutline(mail);
        CO_RETURN_IF_ERROR(done);
    }
    co_return {};
}

QCoro::Task<Result<BodyImport::Bodies>> BodyImport::wantedBelow(quint32 uid, qint64 maxSize,
                                                                int max)
{
    const qint64 folderId = m_cursor.folder().id;
    auto find = [=](Store::Session &session) {
        return Store::wantedBodies(session, folderId, uid, maxSize, max);
    };
    Result<Bodies> wanted = co_await m_database.reading(std::move(find));
    co_return wanted;
}

} // namespace Sync
