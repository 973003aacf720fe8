// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountwait.h"

#include "sync/log.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr qint64 soonMs = 1000; ///< a server that ends IDLE within this time cannot do it

} // namespace

QCoro::Task<Result<Wake>> AccountWait::forChange(qint64 lastFullMs)
{
    if (isAsked())
        co_return Wake::Asked;
    if (canIdle()) {
        m_report.setMode(Mode::Idle);
        Result<Wake> why = co_await idle(lastFullMs);
        if (!m_isIdleRefused)
            co_return why;
        qCInfo(logSync).noquote() << "account=" << m_account.id()
                                  << "is polled, because the server refuses IDLE";
    }
    const Wake why = co_await poll();
    co_return why;
}

bool AccountWait::isAsked() const
{
    return m_requests.hasBodies() || m_requests.isPassRequested() || m_requests.hasChangesToStore();
}

bool AccountWait::canIdle() const
{
    return m_connection.session()->capabilities().has("IDLE") && !m_isIdleRefused;
}

// IDLE reports nothing of folders that are not open or do not exist yet, and other accounts may wait
// for this place: then a pass is due earlier.
std::chrono::milliseconds AccountWait::passEvery() const
{
    const bool isShort = m_account.account().folders.size() > 1 || m_connection.isWanted();
    return isShort ? m_settings.pollInterval : m_settings.idleCheck;
}

QCoro::Task<Result<Wake>> AccountWait::idle(qint64 lastFullMs)
{
    Imap::Session *const session = m_connection.session();
    const std::chrono::milliseconds every = passEvery();
    for (;;) {
        const qint64 begunMs = m_clock.nowMs();
        const qint64 sinceMs = begunMs - lastFullMs;
        const auto left = every - std::chrono::milliseconds(sinceMs);
        const bool isSetBack = sinceMs < 0; // the clock was set back
        if (left <= 0ms || isSetBack)
            co_return Wake::Elapsed;
        const auto time = std::min<std::chrono::milliseconds>(left, m_settings.idleRenew);
        const Result<Imap::IdleEnd> end = co_await session->idle(time);
        const qint64 tookMs = m_clock.nowMs() - begunMs;
        const bool isSoon = tookMs >= 0 && tookMs < soonMs;
        if (!end) {
            m_isIdleRefused = session->isOpen();
            co_return end.error();
        }
        if (*end == Imap::IdleEnd::Ended && isSoon) {
            m_isIdleRefused = true;
            co_return Wake::Elapsed;
        }
        if (*end == Imap::IdleEnd::News)
            co_return Wake::News;
        if (*end == Imap::IdleEnd::Woken)
            co_return Wake::Asked;
    }
}

QCoro::Task<Wake> AccountWait::poll()
{
    m_report.setMode(Mode::Polling);
    if (isAsked()) // a request during the refused IDLE had no wait to end
        co_return Wake::Asked;
    const Wake why = co_await m_pause.wait(m_settings.pollInterval);
    co_return why;
}

} // namespace Sync
