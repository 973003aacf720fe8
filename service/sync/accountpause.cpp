// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountpause.h"

namespace Sync {

namespace {

constexpr std::chrono::milliseconds longest = std::chrono::hours(24 * 20); ///< limit of a timer

} // namespace

QCoro::Task<Wake> AccountPause::wait(std::chrono::milliseconds time)
{
    if (m_isStopping() || m_requests.isPassRequested())
        co_return Wake::Asked;
    const Async::Completion<Wake> ended = m_running.emplace();
    if (time < longest)
        ended.finishAfter(time, m_context, Wake::Elapsed);
    const Wake why = co_await ended;
    m_running.reset();
    co_return why;
}

void AccountPause::end()
{
    if (const std::optional<Async::Completion<Wake>> running = m_running)
        running->finish(Wake::Asked);
}

} // namespace Sync
