// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/watchdog.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace Store {

Watchdog::Watchdog(std::chrono::milliseconds interval, std::chrono::milliseconds silent)
    : m_interval(interval), m_silent(silent), m_thread([this] { run(); })
{
}

Watchdog::~Watchdog()
{
    {
        const std::lock_guard lock(m_mutex);
        m_hasEnded = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

std::shared_ptr<Watch> Watchdog::watch(std::chrono::milliseconds limit)
{
    auto made = std::make_shared<Watch>(limit, this);
    const std::lock_guard lock(m_mutex);
    m_watches.push_back(made);
    return made;
}

void Watchdog::stopIn(std::chrono::milliseconds wait)
{
    const std::lock_guard lock(m_mutex);
    if (!m_stopAt)
        m_stopAt = Clock::now() + wait;
}

bool Watchdog::isStopping() const
{
    const std::lock_guard lock(m_mutex);
    return m_stopAt.has_value();
}

bool Watchdog::isOver() const
{
    const std::lock_guard lock(m_mutex);
    return m_stopAt && Clock::now() >= *m_stopAt;
}

void Watchdog::wake()
{
    if (!m_isAsleep)
        return;
    {
        const std::lock_guard lock(m_mutex);
        m_isAsleep = false;
    }
    m_changed.notify_all();
}

bool Watchdog::isIdle() const
{
    return std::ranges::none_of(m_watches, [](const auto &watch) { return watch->isWaiting(); });
}

void Watchdog::run()
{
    std::unique_lock lock(m_mutex);
    while (!m_hasEnded) {
        // The mark is set before isIdle(), so that wake() works for a statement that begins in between.
        m_isAsleep = true;
        if (isIdle())
            m_changed.wait(lock, [this] { return m_hasEnded || !m_isAsleep; });
        m_isAsleep = false;
        if (!m_hasEnded)
            m_changed.wait_for(lock, m_interval);
        const bool isOver = m_stopAt && Clock::now() >= *m_stopAt;
        const auto usual = m_isSilent ? m_silent : Watch::Milliseconds::max();
        for (const std::shared_ptr<Watch> &watch : m_watches)
            watch->check(isOver ? 500ms : usual);
    }
}

} // namespace Store
