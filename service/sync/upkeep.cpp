// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/upkeep.h"

#include "store/upkeep.h"
#include "sync/log.h"

namespace Sync {

Upkeep::Upkeep(Store::Database &database, QObject *parent, std::chrono::milliseconds interval)
    : QObject(parent), m_database(database), m_timer(this)
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
    if (m_isRunning || !mayGoOn())
        co_return;
    m_isRunning = true;
    const Result<void> done = co_await tidy();
    if (!done) // looks again after a while
        qCWarning(logSync).noquote() << "upkeep:" << done.error().message;
    m_isRunning = false;
    for (const Async::Completion<bool> &stopped : std::exchange(m_stopped, {}))
        stopped.finish(true);
}

QCoro::Task<Result<void>> Upkeep::tidy()
{
    const Result<Store::Unmerged> unmerged = co_await m_database.reading(Store::unmergedMails);
    if (!unmerged)
        co_return unmerged.error();
    const bool isQuiet = std::exchange(m_unmerged, unmerged->mails) == unmerged->mails;
    if (!isQuiet)
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
    bool isMore = true;
    for (bool isFirst = true; isMore && mayGoOn(); isFirst = false) {
        auto step = [isFirst](Store::Session &session) {
            return Store::mergeStep(session, isFirst);
        };
        const Result<bool> merged = co_await m_database.indexing(std::move(step));
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
