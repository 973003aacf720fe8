// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/upkeep.h"

#include "common/heap.h"
#include "store/db/eventpruning.h"
#include "store/db/freespace.h"
#include "store/search/fill/upkeep.h"
#include "sync/log.h"
#include "sync/placing.h"

using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr std::chrono::milliseconds longRest = 2min;
constexpr std::chrono::milliseconds unchangedBefore = 1min; ///< it rests

} // namespace

Upkeep::Upkeep(Store::Database &database, QObject *parent, std::chrono::milliseconds interval)
    : QObject(parent), m_database(database), m_interval(interval), m_timer(this)
{
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, [this] { look(); });
}

void Upkeep::start()
{
    if (!m_isStopping)
        m_timer.start();
}

QCoro::Task<void> Upkeep::look()
{
    if (m_isRunning || m_isStopping)
        co_return;
    m_isRunning = true;
    m_timer.setInterval(mayRest() ? longRest : m_interval);
    const Result<void> done = co_await work();
    lookAtHeap();
    const bool hadFailed = std::exchange(m_hasFailed, !done);
    if (!done && !hadFailed) // looks again after a while, and says so once
        qCWarning(logSync).noquote() << "upkeep:" << done.error().message;
    m_isRunning = false;
    for (const Async::Completion<bool> &stopped : std::exchange(m_stopped, {}))
        stopped.finish(true);
}

// Old events are removed, too, so it does not rest for good.
bool Upkeep::mayRest() const
{
    return m_isQuiet && !m_hasFailed && !m_hasUnplaced && m_database.isUnchangedFor(unchangedBefore)
        && !logMemory().isDebugEnabled();
}

QCoro::Task<Result<void>> Upkeep::work()
{
    m_isQuiet = false;
    const Result<void> pruned = co_await prune();
    if (!pruned || m_isStopping)
        co_return pruned;
    const Result<void> placed = co_await place();
    if (!placed || m_isStopping)
        co_return placed;
    const Result<void> tidied = co_await tidy();
    if (!tidied || m_isStopping)
        co_return tidied;
    // Last, so that what was done before is in the file too. Whatever waits for the writer goes first;
    // to wait until nothing does would be to wait for ever beside other timers of ten seconds.
    Result<void> written = co_await m_database.writingLater(Store::checkpoint);
    co_return written;
}

QCoro::Task<Result<void>> Upkeep::prune()
{
    for (bool isMore = true; isMore && !m_isStopping;) {
        auto step = [](Store::Session &session) {
            return Store::pruneEvents(session);
        };
        const auto pruned = co_await m_database.writingLater(std::move(step));
        if (!pruned)
            co_return pruned.error();
        notePruned(pruned->isEarly);
        isMore = pruned->isMore;
    }
    co_return {};
}

void Upkeep::notePruned(bool isEarly)
{
    constexpr qint64 hourMs = 3'600'000;
    if (!isEarly || (m_sinceEarly.isValid() && !m_sinceEarly.hasExpired(hourMs)))
        return;
    m_sinceEarly.start();
    qCWarning(logSync)
        << "there are more events than are kept: the oldest were removed before they "
           "were 24 h old, and clients that were away for longer load everything anew";
}

// Free pages between blocks that are in use stay in memory until they are given back.
void Upkeep::lookAtHeap() const
{
    constexpr qint64 much = qint64(8) << 20;
    const std::optional<Heap::Use> heap = Heap::use();
    if (!heap)
        return;
    qCDebug(logMemory).nospace() << "live=" << heap->live << " free=" << heap->free;
    if (m_isQuiet && heap->free > much)
        Heap::trim();
}

// All of them in one go would keep everything else of this round waiting.
QCoro::Task<Result<void>> Upkeep::place()
{
    const std::function<bool()> mayGoOn = [this] {
        return this->mayGoOn();
    };
    const Result<bool> placed = co_await placeSome(m_database, mayGoOn);
    if (!placed)
        co_return placed.error();
    m_hasUnplaced = *placed;
    co_return {};
}

QCoro::Task<Result<void>> Upkeep::tidy()
{
    const Result<Store::Unmerged> unmerged = co_await m_database.reading(Store::unmergedMails);
    if (!unmerged)
        co_return unmerged.error();
    m_isQuiet = std::exchange(m_unmerged, unmerged->mails) == unmerged->mails;
    if (!m_isQuiet)
        co_return {};
    if (unmerged->isMuch) {
        const Result<void> merged = co_await merge();
        if (!merged)
            co_return merged;
    }
    Result<void> shrunk = co_await shrink();
    co_return shrunk;
}

QCoro::Task<Result<void>> Upkeep::merge()
{
    for (bool isMore = true; isMore && mayGoOn();) {
        const Result<bool> merged = co_await m_database.indexing(Store::mergeStep);
        if (!merged)
            co_return merged.error();
        isMore = *merged;
    }
    co_return {};
}

QCoro::Task<Result<void>> Upkeep::shrink()
{
    for (bool isMore = true; isMore && mayGoOn();) {
        const Result<bool> shrunk = co_await m_database.writingLater(Store::shrinkStep);
        if (!shrunk)
            co_return shrunk.error();
        isMore = *shrunk;
    }
    co_return {};
}

QCoro::Task<void> Upkeep::stop()
{
    m_isStopping = true;
    m_timer.stop();
    if (!m_isRunning)
        co_return;
    Async::Completion<bool> stopped;
    m_stopped.append(stopped);
    co_await stopped;
}

} // namespace Sync
