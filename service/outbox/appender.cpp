// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/appender.h"

#include "store/db/transaction.h"
#include "store/queue/outbox.h"

#include <vector>

using namespace std::chrono_literals;

namespace Outbox {

namespace {

constexpr auto pollEvery = 60s;

} // namespace

Appender::Appender(Context &context, QObject *parent)
    : QObject(parent), m_context(context), m_places(context.settings.connections), m_timer(this),
      m_worker([this] { return poll(); })
{
    m_timer.setInterval(pollEvery);
    connect(&m_timer, &QTimer::timeout, this, &Appender::wake);
}

Appender::~Appender()
{
    qDeleteAll(m_tasks);
}

QCoro::Task<void> Appender::poll()
{
    const qint64 nowMs = m_context.clock.nowMs();
    const Store::LatestDue latest{ nowMs, nowMs + AppendTask::longestWait.count() };
    co_await pull(latest);
    auto find = [nowMs](Store::Session &session) {
        return Store::accountsToAppend(session, nowMs);
    };
    const Result<QList<qint64>> accounts = co_await m_context.database.reading(std::move(find));
    for (const qint64 account : accounts ? *accounts : QList<qint64>())
        wakeAccount(account);
    if (!m_worker.isStopping())
        m_timer.start();
}

/// Mails that were postponed before the clock was set back are due now.
QCoro::Task<void> Appender::pull(Store::LatestDue due)
{
    const Result<qint64> lastMs = co_await m_context.database.reading(&Store::lastAppend);
    if (!lastMs || *lastMs <= due.latestMs)
        co_return;
    auto write = Store::inTransaction(
        [due](Store::Session &session) { return Store::pullAppends(session, due); });
    const Result<void> pulled = co_await m_context.database.writing(std::move(write));
    Q_UNUSED(pulled) // tried again at the next poll
}

void Appender::wakeAccount(qint64 accountId)
{
    if (m_worker.isStopping())
        return;
    AppendTask *&task = m_tasks[accountId];
    if (!task)
        task = new AppendTask(accountId, m_context, m_places);
    task->wake();
}

QCoro::Task<void> Appender::stopAccount(qint64 accountId)
{
    AppendTask *task = m_tasks.take(accountId);
    if (!task)
        co_return;
    co_await task->stop();
    task->deleteLater(); // its last lines may still be on the stack
}

QCoro::Task<void> Appender::stop()
{
    QCoro::Task<void> stopped = m_worker.stop();
    m_timer.stop();
    const QList<qint64> accounts = m_tasks.keys();
    std::vector<QCoro::Task<void>> stopping; // all at once, then wait
    for (const qint64 account : accounts)
        stopping.push_back(stopAccount(account));
    for (QCoro::Task<void> &one : stopping)
        co_await one;
    co_await stopped;
}

} // namespace Outbox
