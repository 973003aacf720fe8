// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "common/result.h"
#include "store/sql/event.h"
#include "store/sql/reconnectingsession.h"

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
 * NOTIFY, which a thread of its own with a connection of its own hears. When that connection was lost
 * the thread tries twice a second to make another one, and then reads on where it was.
 *
 * Made and destroyed on the main thread.
 */
class EventFeed
{
public:
    using Listener = std::function<void(const QList<Event> &)>;

    /// `newest` is the last event that is history; only its id counts where it has no row any more.
    /// `foundAgain` is called on the feed's thread when that has reached a lost server. What is in
    /// `context` must outlive the feed.
    EventFeed(const ReconnectContext &context, const Clock &clock, const Event &newest,
              std::function<void()> foundAgain);
    ~EventFeed();
    EventFeed(const EventFeed &) = delete;
    EventFeed &operator=(const EventFeed &) = delete;

    /// Called on the writer's thread or on that of this feed.
    void add(Listener listener);

    /// What this process has committed. On the thread of `session`, outside a transaction.
    void committed(Session &session, const QList<Event> &events);

    /// Passes on what others have committed, unless it is suspended.
    void catchUp(Session &session);

    /// Nothing durable goes out until resume(): whether the database went back in time is to be found
    /// out first, and that is seen at the last event that went out.
    void suspend();
    bool isSuspended();
    void resume(Session &session); ///< and passes on what was held back

    /// Whether events that went out are not in the database any more, because it went back in time.
    /// `isOtherServer`: its history may differ from the one that we know.
    Result<bool> isAhead(Session &session, bool isOtherServer);
    qint64 delivered(); ///< id of the last durable event that went out

    /// Tells our notices from those of others.
    static QString ownTag();

private:
    bool readOn(Session &session);
    void deliver(const QList<Event> &events);

    std::mutex m_mutex; ///< of all below: events go out one batch after the other
    std::vector<Listener> m_listeners;
    Event m_delivered; ///< the last durable one that went out
    bool m_isSuspended = false;
    QThread m_thread;
};

} // namespace Store
