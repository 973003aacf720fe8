// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/worker.h"

namespace Async {

void Worker::wake()
{
    m_isWoken = true;
    endPause();
    if (!m_isRunning && !m_isStopping)
        run();
}

QCoro::Task<void> Worker::stop()
{
    m_isStopping = true;
    if (!m_isRunning)
        co_return;
    Completion<bool> stopped;
    m_stopped.append(stopped);
    endPause();
    co_await stopped;
}

QCoro::Task<bool> Worker::pause(std::chrono::milliseconds time, QObject *context)
{
    if (m_isStopping)
        co_return true;
    const Completion<bool> waiting = m_pause.emplace();
    waiting.finishAfter(time, context, false);
    const bool isEarly = co_await waiting;
    m_pause.reset();
    co_return isEarly;
}

void Worker::endPause()
{
    if (const auto waiting = std::exchange(m_pause, {}))
        waiting->finish(true);
}

QCoro::Task<void> Worker::run()
{
    m_isRunning = true;
    do {
        while (!m_isStopping && std::exchange(m_isWoken, false)) {
            QCoro::Task<void> round = m_round();
            co_await round;
        }
        if (m_atRest) {
            QCoro::Task<void> atRest = m_atRest();
            co_await atRest;
        }
    } while (m_isWoken && !m_isStopping);
    m_isRunning = false;
    for (const Completion<bool> &stopped : std::exchange(m_stopped, {}))
        stopped.finish(true);
}

} // namespace Async
