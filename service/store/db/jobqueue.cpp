// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/jobqueue.h"

#include <algorithm>

namespace Store {

bool JobQueue::push(Job job, Rank rank)
{
    {
        const std::lock_guard lock(m_mutex);
        std::deque<Waiting> &jobs = m_jobs[size_t(rank)];
        if (m_closed || jobs.size() >= m_limit)
            return false;
        jobs.push_back({ std::move(job), Clock::now() });
    }
    m_arrived.notify_one();
    return true;
}

std::optional<JobQueue::Taken> JobQueue::first()
{
    for (size_t rank = 0; rank < m_jobs.size(); ++rank) {
        std::deque<Waiting> &jobs = m_jobs[rank];
        if (jobs.empty())
            continue;
        Taken taken{ std::move(jobs.front().job), Rank(rank), jobs.front().since };
        jobs.pop_front();
        return taken;
    }
    return std::nullopt;
}

std::optional<JobQueue::Taken> JobQueue::take()
{
    std::unique_lock lock(m_mutex);
    m_arrived.wait(lock, [this] { return m_closed || !isEmpty(); });
    return first();
}

std::optional<JobQueue::Taken> JobQueue::takeWithin(std::chrono::milliseconds atMost)
{
    std::unique_lock lock(m_mutex);
    m_arrived.wait_for(lock, atMost, [this] { return m_closed || !isEmpty(); });
    return first();
}

bool JobQueue::isOver() const
{
    const std::lock_guard lock(m_mutex);
    return m_closed && isEmpty();
}

void JobQueue::close()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
    }
    m_arrived.notify_all();
}

qsizetype JobQueue::size() const
{
    const std::lock_guard lock(m_mutex);
    size_t count = 0;
    for (const std::deque<Waiting> &jobs : m_jobs)
        count += jobs.size();
    return qsizetype(count);
}

bool JobQueue::isEmpty() const
{
    return std::ranges::all_of(m_jobs, &std::deque<Waiting>::empty);
}

} // namespace Store
