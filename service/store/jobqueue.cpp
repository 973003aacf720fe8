// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/jobqueue.h"

#include <algorithm>

namespace Store {

bool JobQueue::push(Job job, Rank rank)
{
    {
        const std::lock_guard lock(m_mutex);
        std::deque<Job> &jobs = m_jobs[size_t(rank)];
        if (m_closed || jobs.size() >= m_limit)
            return false;
        jobs.push_back(std::move(job));
    }
    m_arrived.notify_one();
    return true;
}

std::optional<Job> JobQueue::take()
{
    std::unique_lock lock(m_mutex);
    m_arrived.wait(lock, [this] { return m_closed || !isEmpty(); });
    for (std::deque<Job> &jobs : m_jobs) {
        if (jobs.empty())
            continue;
        Job job = std::move(jobs.front());
        jobs.pop_front();
        return job;
    }
    return std::nullopt;
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
    for (const std::deque<Job> &jobs : m_jobs)
        count += jobs.size();
    return qsizetype(count);
}

bool JobQueue::isEmpty() const
{
    return std::ranges::all_of(m_jobs, &std::deque<Job>::empty);
}

} // namespace Store
