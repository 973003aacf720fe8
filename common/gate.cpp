// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/gate.h"

namespace Async {

Gate::Turn::Turn(Gate &gate, const QList<PlaceGroup> &groups)
    : m_gate(gate), m_ticket(std::make_shared<Ticket>())
{
    const std::scoped_lock lock(m_gate.m_mutex);
    m_ticket->id = m_gate.m_queue.enter(groups);
    m_gate.m_tickets.insert(m_ticket->id, m_ticket);
    m_gate.reportAdmitted();
}

Gate::Turn::~Turn()
{
    cancel();
    const std::scoped_lock lock(m_gate.m_mutex);
    m_gate.m_tickets.remove(m_ticket->id);
    m_gate.m_queue.leave(m_ticket->id);
    m_gate.reportAdmitted();
}

QCoro::Task<bool> Gate::Turn::admitted()
{
    const std::shared_ptr<Ticket> ticket = m_ticket; // this may be gone when we resume
    {
        const std::scoped_lock lock(m_gate.m_mutex);
        m_gate.m_queue.comeBack(ticket->id); // where it is aside
        m_gate.reportAdmitted();
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
    if (!m_gate.m_queue.stepAside(m_ticket->id))
        return;
    m_ticket->admitted = {};
    m_gate.reportAdmitted();
}

bool Gate::Turn::isInside() const
{
    const std::scoped_lock lock(m_gate.m_mutex);
    return m_gate.m_queue.isInside(m_ticket->id);
}

bool Gate::Turn::isWanted() const
{
    const std::scoped_lock lock(m_gate.m_mutex);
    return m_gate.m_queue.isWanted(m_ticket->id);
}

// Under the lock: a ticket's thread lives until its turn has left.
void Gate::reportAdmitted()
{
    for (const PlaceQueue::Id id : m_queue.takeAdmitted()) {
        const std::shared_ptr<Ticket> ticket = m_tickets.value(id);
        ticket->home.post([ticket] { ticket->admitted.finish(true); });
    }
}

} // namespace Async
