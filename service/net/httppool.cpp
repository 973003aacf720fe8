// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/httppool.h"

#include <algorithm>

namespace Net {

namespace {

constexpr std::ptrdiff_t mostOfPeer = 4;
constexpr std::size_t mostInAll = 32;

} // namespace

HttpPool::HttpPool(std::chrono::milliseconds longestIdle, QObject *parent)
    : QObject(parent), m_longestIdle(longestIdle), m_timer(this)
{
    m_timer.setInterval(longestIdle / 2);
    connect(&m_timer, &QTimer::timeout, this, &HttpPool::sweep);
}

std::unique_ptr<HttpConnection> HttpPool::take(const HttpPeer &peer)
{
    const auto found = std::find_if(m_kept.rbegin(), m_kept.rend(), [&](const Kept &kept) {
        return kept.connection->peer() == peer && isUsable(kept);
    });
    if (found == m_kept.rend())
        return nullptr;
    std::unique_ptr<HttpConnection> connection = std::move(found->connection);
    m_kept.erase(std::next(found).base());
    return connection;
}

void HttpPool::put(std::unique_ptr<HttpConnection> connection)
{
    if (!connection || !connection->isIdle())
        return;
    const HttpPeer peer = connection->peer();
    const auto isSame = [&peer](const Kept &kept) {
        return kept.connection->peer() == peer;
    };
    if (std::ranges::count_if(m_kept, isSame) >= mostOfPeer)
        m_kept.erase(std::ranges::find_if(m_kept, isSame));
    else if (m_kept.size() >= mostInAll)
        m_kept.erase(m_kept.begin());
    Kept kept{ std::move(connection), {} };
    kept.since.start();
    m_kept.push_back(std::move(kept));
    if (!m_timer.isActive())
        m_timer.start();
}

void HttpPool::clear()
{
    m_kept.clear();
    m_timer.stop();
}

bool HttpPool::isUsable(const Kept &kept) const
{
    return kept.connection->isIdle() && !kept.since.hasExpired(m_longestIdle.count());
}

void HttpPool::sweep()
{
    std::erase_if(m_kept, [this](const Kept &kept) { return !isUsable(kept); });
    if (m_kept.empty())
        m_timer.stop();
}

} // namespace Net
