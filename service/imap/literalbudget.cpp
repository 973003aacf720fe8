// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/literalbudget.h"

#include <QMutexLocker>

namespace Imap {

std::shared_ptr<LiteralBudget::Share> LiteralBudget::share(std::function<void()> onRoom)
{
    return std::make_shared<Share>(shared_from_this(), std::move(onRoom));
}

bool LiteralBudget::take(const std::shared_ptr<Share> &share, qsizetype bytes)
{
    const QMutexLocker lock(&m_mutex);
    const bool isLittle = share->m_held + bytes <= m_each;
    const bool isTurn = std::exchange(share->m_isNext, false) || m_queue.empty();
    const bool hasRoom = m_held + bytes <= m_bytes || m_held == 0;
    if (isLittle || (isTurn && hasRoom)) {
        share->m_held += bytes;
        m_held += bytes;
        return true;
    }
    if (!std::exchange(share->m_isQueued, true)) {
        share->m_wanted = bytes;
        m_queue.push_back(share);
        ++m_waiting;
    }
    return false;
}

void LiteralBudget::give(Share *share, qsizetype bytes)
{
    const QMutexLocker lock(&m_mutex);
    share->m_held -= bytes;
    m_held -= bytes;
    if (share->m_isQueued && share->m_held + share->m_wanted <= m_each)
        call(share->shared_from_this()); // now within its own small share
    qsizetype coming = 0;                // bytes that the called sessions will take
    while (!m_queue.empty()) {
        const std::shared_ptr<Share> next = m_queue.front().lock();
        const bool isGone = !next || !next->m_isQueued;
        const bool fits =
            !isGone && (m_held + coming + next->m_wanted <= m_bytes || m_held + coming == 0);
        if (!isGone && !fits)
            return;
        m_queue.pop_front();
        --m_waiting;
        if (isGone)
            continue;
        coming += next->m_wanted;
        call(next);
    }
}

void LiteralBudget::call(const std::shared_ptr<Share> &share)
{
    share->m_isQueued = false;
    share->m_isNext = true;
    share->m_home.post([weak = std::weak_ptr<Share>(share)] {
        const std::shared_ptr<Share> called = weak.lock();
        if (called && called->m_onRoom)
            called->m_onRoom();
    });
}

bool LiteralBudget::Share::take(qsizetype bytes)
{
    return m_budget->take(shared_from_this(), bytes);
}

void LiteralBudget::Share::close()
{
    leave();
    m_onRoom = {};
    {
        const QMutexLocker lock(&m_budget->m_mutex);
        m_isQueued = false;
    }
    m_budget->give(this, 0); // calls the sessions that waited behind it
}

void LiteralBudget::Share::leave()
{
    if (std::exchange(m_hasSession, false))
        --m_budget->m_sessions;
}

bool LiteralBudget::Share::isInTheWay() const
{
    return m_held > m_budget->m_each && m_budget->isWanted();
}

LiteralBudget::Lease::~Lease()
{
    m_share->m_budget->give(m_share.get(), m_bytes);
}

} // namespace Imap
