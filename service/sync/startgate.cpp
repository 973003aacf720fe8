// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/startgate.h"

namespace Sync {

StartGate::Turn::Turn(StartGate &gate, const QString &server)
    : m_gate(gate), m_ticket(std::make_shared<Ticket>())
{
    m_ticket->server = server;
    const std::scoped_lock lock(m_gate.m_mutex);
    m_gate.enter(m_ticket);
}

StartGate::Turn::~Turn()
{
    cancel();
    const std::scoped_lock lock(m_gate.m_mutex);
    m_gate.leave(m_ticket);
}

QCoro::Task<bool> StartGate::Turn::admitted()
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

void StartGate::Turn::cancel()
{
    m_ticket->isCancelled = true;
    m_ticket->admitted.finish(false);
}

void StartGate::Turn::stepAside()
{
    const std::scoped_lock lock(m_gate.m_mutex);
    if (m_ticket->state != State::Inside)
        return;
    m_ticket->state = State::Aside;
    m_ticket->admitted = {};
    ++m_gate.m_free;
    m_gate.admitSome();
}

void StartGate::enter(const std::shared_ptr<Ticket> &ticket)
{
    Server &server = m_servers[ticket->server];
    if (server.inside >= m_perServer) {
        server.waiting.push_back(ticket);
        return;
    }
    ++server.inside;
    ticket->state = State::Queued;
    m_queue.push_back(ticket);
    admitSome();
}

void StartGate::leave(const std::shared_ptr<Ticket> &ticket)
{
    Server &server = m_servers[ticket->server];
    if (ticket->state == State::AtServer) {
        std::erase(server.waiting, ticket);
        return;
    }
    if (ticket->state == State::Queued)
        std::erase(m_queue, ticket);
    else if (ticket->state == State::Inside)
        ++m_free;
    --server.inside;
    if (!server.waiting.empty()) {
        const std::shared_ptr<Ticket> next = server.waiting.front();
        server.waiting.pop_front();
        ++server.inside;
        next->state = State::Queued;
        m_queue.push_back(next);
    } else if (server.inside == 0) {
        m_servers.remove(ticket->server);
    }
    admitSome();
}

void StartGate::enqueueAgain(const std::shared_ptr<Ticket> &ticket)
{
    ticket->state = State::Queued;
    m_queue.push_front(ticket);
    admitSome();
}

// Told under the lock: a ticket's thread lives until its turn has left.
void StartGate::admitSome()
{
    while (m_free > 0 && !m_queue.empty()) {
        const std::shared_ptr<Ticket> next = m_queue.front();
        m_queue.pop_front();
        --m_free;
        next->state = State::Inside;
        next->home.post([next] { next->admitted.finish(true); });
    }
}

} // namespace Sync
