// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "store/databaseaddress.h"
#include "store/event.h"

#include <QList>
#include <QString>
#include <QThread>

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace Store {

class Session;

/**
 * The events of all processes on one PostgreSQL, each once and in the order of their ids. What this
 * process commits is passed on at once, after what others committed before it; others wake us with
 * NOTIFY, which a thread of its own with a connection of its own hears. While the server is gone
 * that thread tries again every second, and then reads on where it was.
 *
 * Made and destroyed on the main thread.
 */
class EventFeed
{
public:
    using Listener = std::function<void(const QList<Event> &)>;

    /// `newest` is the id of the last event that is history.
    EventFeed(const DatabaseAddress &address, const Clock &clock, qint64 newest);
    ~EventFeed();
    EventFeed(const EventFeed &) = delete;
    EventFeed &operator=(const EventFeed &) = delete;

    /// Called on the writer's thread or on that of this feed.
    void add(Listener listener);

    /// What this process has committed. On the thread of `session`, outside a transaction.
    void committed(Session &session, const QList<Event> &events);

    /// Passes on what others have committed.
    void catchUp(Session &session);

    /// Tells our notices from those of others.
    static QString ownTag();

private:
    void readOn(Session &session);
    void deliver(const QList<Event> &events);

    std::mutex m_mutex; ///< of all below: events go out one batch after the other
    std::vector<Listener> m_listeners;
    qint64 m_delivered; ///< id of the last durable event that went out
    QThread m_thread;
};

} // namespace Store
