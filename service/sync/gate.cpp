// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/gate.h"

#include <algorithm>
#include <limits>

namespace Sync {

namespace {

int limit(int given)
{
    return given > 0 ? given : std::numeric_limits<int>::max();
}

int share(int all, int fifths)
{
    return all > 0 ? std::max(1, all * fifths / 5) : 0;
}

int half(int all)
{
    return (all + 1) / 2;
}

} // namespace

Gate::Gate(int atOnce, int perGroup) : m_free(limit(atOnce)), m_perGroup(limit(perGroup)) { }

Gate::Turn::Turn(Gate &gate, const QString &group)
    : m_gate(gate), m_ticket(std::make_shared<Ticket>())
{
    m_ticket->group = group;
    const std::scoped_lock lock(m_gate.m_mutex);
    m_gate.enter(m_ticket);
}

Gate::Turn::~Turn()
{
    cancel();
    const std::scoped_lock lock(m_gate.m_mutex);
    m_gate.leave(m_ticket);
}

QCoro::Task<bool> Gate::Turn::admitted()
{
    const std::shared_ptr<Ticket> ticket = m_ticket; // this may be gone when we resume
    {
        const std::scoped_lock lock(m_gate.m_mutex);
        if (ticket->state == State::Aside)
            m_gate.enqueueAgain(ticket);
    }
    const bool isInside = co_await ticket->admitted;
    co_return isInside && !ticket->isCancelled;
}

void Gate::Turn::cancel()
{
    m_ticket->isCancelled = true;
    m_ticket->admitted.finish(false);
}

void Gate::Turn::stepAside()
{
    const std::scoped_lock lock(m_gate.m_mutex);
    if (m_ticket->state != State::Inside)
        return;
    m_ticket->state = State::Aside;
    m_ticket->admitted = {};
    ++m_gate.m_free;
    m_gate.admitSome();
}

bool Gate::Turn::isWanted() const
{
    const std::scoped_lock lock(m_gate.m_mutex);
    return !m_gate.m_groups[m_ticket->group].waiting.empty();
}

void Gate::enter(const std::shared_ptr<Ticket> &ticket)
{
    Group &group = m_groups[ticket->group];
    if (group.inside >= m_perGroup) {
        group.waiting.push_back(ticket);
        return;
    }
    ++group.inside;
    ticket->state = State::Queued;
    m_queue.push_back(ticket);
    admitSome();
}

void Gate::leave(const std::shared_ptr<Ticket> &ticket)
{
    Group &group = m_groups[ticket->group];
    if (ticket->state == State::AtGroup) {
        std::erase(group.waiting, ticket);
        return;
    }
    if (ticket->state == State::Queued)
        std::erase(m_queue, ticket);
    else if (ticket->state == State::Inside)
        ++m_free;
    --group.inside;
    if (!group.waiting.empty()) {
        const std::shared_ptr<Ticket> next = group.waiting.front();
        group.waiting.pop_front();
        ++group.inside;
        next->state = State::Queued;
        m_queue.push_back(next);
    } else if (group.inside == 0) {
        m_groups.remove(ticket->group);
    }
    admitSome();
}

void Gate::enqueueAgain(const std::shared_ptr<Ticket> &ticket)
{
    ticket->state = State::Queued;
    m_queue.push_front(ticket);
    admitSome();
}

// Told under the lock: a ticket's thread lives until its turn has left.
void Gate::admitSome()
{
    while (m_free > 0 && !m_queue.empty()) {
        const std::shared_ptr<Ticket> next = m_queue.front();
        m_queue.pop_front();
        --m_free;
        next->state = State::Inside;
        next->home.post([next] { next->admitted.finish(true); });
    }
}

Gates::Gates(int starts, int connections)
    : logins(share(starts, 2), half(share(starts, 2))),
      firstSyncs(share(starts, 3), half(share(starts, 3))), mailboxes(0, connections)
{
}

} // namespace Sync
