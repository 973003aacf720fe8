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
 * The events of all processes that use one PostgreSQL database, each once and in the order of their
 * ids. Events committed by this process are passed on at once, after the events that others
 * committed before them. Other processes notify us with NOTIFY; a thread of the feed receives it on
 * its own connection. If that connection is lost, the thread tries twice a second to reconnect, and
 * then continues at the last event read.
 *
 * Created and destroyed on the main thread.
 */
class EventFeed
{
public:
    using Listener = std::function<void(const QList<Event> &)>;

    /// Called with what another node sent with Database::notifyNodes(); on the feed's thread.
    using NoticeListener = std::function<void(const QByteArray &notice)>;

    /// `newest` is the last event already in the history; only its id is used if its row no longer
    /// exists. `foundAgain` is called on the feed's thread after it has reconnected to a lost
    /// server. The objects in `context` must outlive the feed.
    EventFeed(const ReconnectContext &context, const Clock &clock, const Event &newest,
              std::function<void()> foundAgain);
    ~EventFeed();
    EventFeed(const EventFeed &) = delete;
    EventFeed &operator=(const EventFeed &) = delete;

    /// The listener is called on the writer's thread or on the thread of this feed.
    void add(Listener listener);
    void addNoticeListener(NoticeListener listener);

    /// Passes on the events that this process has committed. On the thread of `session`, outside a
    /// transaction.
    void committed(Session &session, const QList<Event> &events);

    /// Passes on the events that other processes have committed, unless the feed is suspended.
    void catchUp(Session &session);

    /// Holds back durable events until resume(). It must first be checked whether the database went
    /// back in time, and the last event sent shows that.
    void suspend();
    bool isSuspended();
    void resume(Session &session); ///< and passes on the events that were held back

    /// Whether events already sent are missing in the database because it went back in time.
    /// `isOtherServer`: the history of this server may differ from the previous one.
    Result<bool> isAhead(Session &session, bool isOtherServer);
    qint64 delivered(); ///< id of the last durable event that went out

    void noticed(const QByteArray &notice); ///< passes on a notice of another node

    /// Distinguishes the notifications of this process from those of others.
    static QString ownTag();
    /// What to NOTIFY other processes of with the commit of these events, one of which is durable: ownTag() and
    /// the highest id.
    static QString notificationOf(const QList<Event> &events);

private:
    bool readOn(Session &session);
    void deliver(const QList<Event> &events);

    std::mutex m_mutex; ///< protects all below: events are passed on one batch after the other
    std::vector<Listener> m_listeners;
    std::vector<NoticeListener> m_noticeListeners;
    Event m_delivered; ///< the last durable event that was passed on
    bool m_isSuspended = false;
    QThread m_thread;
};

} // namespace Store
