// SPDX-License-Identifier: GPL-3.0-or-later
#include "nodes/membership.h"

#include "nodes/notices.h"

using namespace Qt::StringLiterals;

namespace Nodes {

Membership::Membership(Store::Database &database, Listener &listener)
    : m_listener(listener),
      m_member(new Member({ database, m_held, m_id, m_isFirst, m_figures, listener }))
{
    m_thread.setObjectName(u"nodes"_s);
    m_member.get()->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_member.get(), &QObject::deleteLater);
    database.onNotice([this](const QByteArray &notice) { hear(notice); });
    m_thread.start();
}

Membership::~Membership()
{
    m_thread.quit();
    m_thread.wait();
}

void Membership::start(const Store::NodeInfo &info, Follower &follower)
{
    m_member.post([info, &follower](Member &m) { m.start(info, follower); });
}

void Membership::addAccount()
{
    m_member.post([](Member &m) { m.addAccount(); });
}

void Membership::request(const Store::AccountRequest &request)
{
    m_member.post([request](Member &m) { m.request(request); });
}

QCoro::Task<void> Membership::revoke(qint64 accountId)
{
    return m_member.ask([accountId](Member &m) { return m.revoke(accountId); });
}

void Membership::release(const Store::Fence &lease)
{
    m_member.post([lease](Member &m) { m.release(lease); });
}

void Membership::noteState(qint64 accountId, const QByteArray &state)
{
    m_member.post([accountId, state](Member &m) { m.noteState(accountId, state); });
}

void Membership::send(const Store::Event &transientEvent)
{
    m_member.post([transientEvent](Member &m) { m.send(transientEvent); });
}

// On the thread that waits for notifications.
void Membership::hear(const QByteArray &notice)
{
    if (notice.isEmpty()) {
        m_member.post([](Member &m) { m.recount(); });
        return;
    }
    m_member.post([this, events = eventsIn(notice)](Member & /*unused*/) {
        for (const Store::Event &event : events)
            m_listener.happened(event);
    });
}

void Membership::drain()
{
    m_member.post([](Member &m) { m.drain(); });
}

void Membership::stop(std::chrono::milliseconds time)
{
    m_member.stop(time);
}

} // namespace Nodes
