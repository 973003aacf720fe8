// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/inbox.h"

#include <algorithm>

namespace Events {

bool Inbox::put(const QList<Store::Event> &events)
{
    const std::lock_guard lock(m_mutex);
    const bool wasEmpty = m_events.empty();
    for (const Store::Event &event : events) {
        m_newestId = std::max(m_newestId, event.id);
        m_events.push_back(event);
        if (m_events.size() > m_limit)
            drop();
    }
    return wasEmpty && !m_events.empty();
}

void Inbox::drop()
{
    m_lostDurable = m_lostDurable || m_events.front().durable;
    m_lostResync = m_lostResync || m_events.front().name == "resync";
    m_events.pop_front();
}

Inbox::Batch Inbox::takeAll()
{
    const std::lock_guard lock(m_mutex);
    Batch batch;
    batch.events = QList<Store::Event>(m_events.begin(), m_events.end());
    m_events.clear();
    batch.lostDurable = std::exchange(m_lostDurable, false);
    batch.lostResync = std::exchange(m_lostResync, false);
    batch.newestId = m_newestId;
    return batch;
}

} // namespace Events
