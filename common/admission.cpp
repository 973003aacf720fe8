// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/admission.h"

namespace Async {

Admission::Slot::Slot(Admission &admission, const QList<PlaceGroup> &groups)
    : m_admission(admission), m_ticket(std::make_shared<Ticket>())
{
    const std::scoped_lock lock(m_admission.m_mutex);
    m_ticket->id = m_admission.m_queue.enter(groups);
    m_admission.m_tickets.insert(m_ticket->id, m_ticket);
    m_admission.reportAdmitted();
}

Admission::Slot::~Slot()
{
    cancel();
    const std::scoped_lock lock(m_admission.m_mutex);
    m_admission.m_tickets.remove(m_ticket->id);
    m_admission.m_queue.leave(m_ticket->id);
    m_admission.reportAdmitted();
}

QCoro::Task<bool> Admission::Slot::admitted()
{
    const std::shared_ptr<Ticket> ticket = m_ticket; // `this` may be deleted during the wait
    {
        const std::scoped_lock lock(m_admission.m_mutex);
        m_admission.m_queue.comeBack(ticket->id); // does nothing unless it is aside
        m_admission.reportAdmitted();
    }
    const bool isInside = co_await ticket->admitted;
    co_return isInside && !ticket->isCancelled;
}

void Admission::Slot::cancel()
{
    m_ticket->isCancelled = true;
    m_ticket->admitted.finish(false);
}

void Admission::Slot::stepAside()
{
    const std::scoped_lock lock(m_admission.m_mutex);
    if (!m_admission.m_queue.stepAside(m_ticket->id))
        return;
    m_ticket->admitted = {};
    m_admission.reportAdmitted();
}

bool Admission::Slot::isInside() const
{
    const std::scoped_lock lock(m_admission.m_mutex);
    return m_admission.m_queue.isInside(m_ticket->id);
}

bool Admission::Slot::isWanted() const
{
    const std::scoped_lock lock(m_admission.m_mutex);
    return m_admission.m_queue.isWanted(m_ticket->id);
}

// Called with m_mutex locked, so that no slot can leave meanwhile: the thread of a ticket is certain to
// exist only as long as its slot.
void Admission::reportAdmitted()
{
    for (const PlaceQueue::Id id : m_queue.takeAdmitted()) {
        const std::shared_ptr<Ticket> ticket = m_tickets.value(id);
        ticket->home.post([ticket] { ticket->admitted.finish(true); });
    }
}

} // namespace Async
