// SPDX-License-Identifier: GPL-3.0-or-later
#include "indexing/upkeep.h"

#include "common/heap.h"
#include "indexing/log.h"
#include "indexing/placing.h"
#include "store/db/eventpruning.h"
#include "store/db/freespace.h"
#include "store/nodes/ratecounts.h"
#include "store/search/fill/upkeep.h"
#include "store/sql/sqlitememory.h"

using namespace std::chrono_literals;

namespace Indexing {

namespace {

constexpr std::chrono::milliseconds longRest = 2min;
/// After this time without a write, checks are rare.
constexpr std::chrono::milliseconds unchangedBefore = 1min;

} // namespace

Upkeep::Upkeep(Store::Database &database, QObject *parent, std::chrono::milliseconds interval)
    : QObject(parent), m_database(database), m_interval(interval), m_timer(this),
      m_worker([this] { return runOnce(); })
{
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (!m_worker.isRunning()) // after long work, the next work waits for the timer
            m_worker.wake();
    });
}

void Upkeep::start()
{
    if (!m_worker.isStopping())
        m_timer.start();
}

QCoro::Task<void> Upkeep::runOnce()
{
    m_timer.setInterval(mayRest() ? longRest : m_interval);
    const Result<void> done = co_await work();
    checkHeap();
    const bool hadFailed = std::exchange(m_hasFailed, !done);
    if (!done && !hadFailed) // the timer tries again; only the first failure is logged
        qCWarning(logIndexing).noquote() << "upkeep:" << done.error().message;
}

// Whether checks may be rare. They never end, because old events have to be removed.
bool Upkeep::mayRest() const
{
    return m_isQuiet && !m_hasFailed && !m_hasUnplaced && m_database.isUnchangedFor(unchangedBefore)
        && !logMemory().isDebugEnabled();
}

QCoro::Task<Result<void>> Upkeep::work()
{
    m_isQuiet = false;
    if (m_isMine && !m_isMine())
        co_return {};
    const Result<void> pruned = co_await prune();
    if (!pruned || m_worker.isStopping())
        co_return pruned;
    const Result<void> forgotten = co_await forgetRates();
    if (!forgotten || m_worker.isStopping())
        co_return forgotten;
    const Result<void> placed = co_await place();
    if (!placed || m_worker.isStopping())
        co_return placed;
    const Result<void> tidied = co_await tidy();
    if (!tidied || m_worker.isStopping())
        co_return tidied;
    // The checkpoint is last, so that the file contains the work above too. Other waiting writes go
    // first, but it does not wait until the queues are empty: with other timers of ten seconds that
    // may never happen.
    Result<void> written = co_await m_database.writingLater(Store::checkpoint);
    co_return written;
}

QCoro::Task<Result<void>> Upkeep::prune()
{
    for (bool isMore = true; isMore && !m_worker.isStopping();) {
        auto step = [](Store::Session &session) {
            return Store::pruneEvents(session);
        };
        const auto pruned = co_await m_database.writingLater(std::move(step));
        CO_RETURN_IF_ERROR(pruned);
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
    qCWarning(logIndexing)
        << "There are too many events: the oldest were removed before they were "
           "24 h old. A client that has not received them yet loads all data again.";
}

QCoro::Task<Result<void>> Upkeep::forgetRates()
{
    if (!m_database.isShared())
        co_return {};
    auto forget = [](Store::Session &session) {
        return Store::pruneRateCounts(session);
    };
    Result<void> forgotten = co_await m_database.coordinating(std::move(forget));
    co_return forgotten;
}

// Free pages between blocks that are in use stay in memory until Heap::trim() returns them.
void Upkeep::checkHeap() const
{
    constexpr qint64 much = qint64(8) << 20;
    const std::optional<Heap::Use> heap = Heap::use();
    if (!heap)
        return;
    qCDebug(logMemory).nospace() << "live=" << heap->live << " free=" << heap->free
                                 << " sqlite=" << Store::sqliteMemory().value_or(0);
    if (m_isQuiet && heap->free > much)
        Heap::trim();
}

// Places only some of the mails in each round, because the rest of the round waits for it.
QCoro::Task<Result<void>> Upkeep::place()
{
    const std::function<bool()> mayGoOn = [this] {
        return this->mayGoOn();
    };
    const Result<bool> placed = co_await placeSome(m_database, mayGoOn);
    CO_RETURN_IF_ERROR(placed);
    m_hasUnplaced = *placed;
    co_return {};
}

QCoro::Task<Result<void>> Upkeep::tidy()
{
    const Result<Store::Unmerged> unmerged = co_await m_database.reading(Store::unmergedMails);
    CO_RETURN_IF_ERROR(unmerged);
    m_isQuiet = std::exchange(m_unmerged, unmerged->mails) == unmerged->mails;
    if (!m_isQuiet)
        co_return {};
    if (unmerged->isMuch) {
        const Result<void> merged = co_await merge();
        CO_RETURN_IF_ERROR(merged);
    }
    Result<void> shrunk = co_await shrink();
    co_return shrunk;
}

QCoro::Task<Result<void>> Upkeep::merge()
{
    for (bool isMore = true; isMore && mayGoOn();) {
        const Result<bool> merged = co_await m_database.indexing(Store::mergeStep);
        CO_RETURN_IF_ERROR(merged);
        isMore = *merged;
    }
    co_return {};
}

QCoro::Task<Result<void>> Upkeep::shrink()
{
    const Result<bool> isMuch = co_await m_database.reading(Store::hasMuchFreeSpace);
    CO_RETURN_IF_ERROR(isMuch);
    for (bool isMore = *isMuch; isMore && mayGoOn();) {
        const Result<bool> shrunk = co_await m_database.writingLater(Store::shrinkStep);
        CO_RETURN_IF_ERROR(shrunk);
        isMore = *shrunk;
    }
    co_return {};
}

QCoro::Task<void> Upkeep::stop()
{
    m_timer.stop();
    return m_worker.stop();
}

} // namespace Indexing
