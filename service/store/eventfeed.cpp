// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/eventfeed.h"

#include "crypto/threadend.h"
#include "store/connection.h"
#include "store/events.h"
#include "store/newid.h"
#include "store/session.h"

#include <QSqlDriver>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Store {

namespace {

const QString channel = u"postrider_events"_s;

/** What lives on the feed's thread: the connection that LISTENs. */
class Hearer : public QObject
{
public:
    Hearer(EventFeed &feed, const DatabaseAddress &address, const Clock &clock)
        : m_feed(feed), m_address(address), m_clock(clock), m_timer(this)
    {
        connect(&m_timer, &QTimer::timeout, this, &Hearer::look);
    }

    void begin()
    {
        look();
        m_timer.start(1s);
    }

    void end()
    {
        m_timer.stop();
        hangUp();
    }

private:
    // A server that is gone says nothing: asking is the only way to find out.
    void look()
    {
        if (m_session)
            m_session->probe();
        if (m_session && m_session->isLost())
            hangUp();
        if (!m_session)
            listen();
    }

    void listen()
    {
        auto opened = Connection::open(m_address, Connection::Kind::Reader);
        if (!opened)
            return; // the writer says so
        m_connection = std::move(*opened);
        m_session = std::make_unique<Session>(m_connection->handle(), m_clock);
        QSqlDriver *driver = m_connection->handle().driver();
        connect(driver, &QSqlDriver::notification, this,
                [this](const QString &, QSqlDriver::NotificationSource, const QVariant &from) {
                    if (m_session && from.toString() != EventFeed::ownTag())
                        m_feed.catchUp(*m_session);
                });
        if (driver->subscribeToNotification(channel))
            m_feed.catchUp(*m_session); // what came before we listened
        else
            hangUp();
    }

    void hangUp()
    {
        if (m_connection) {
            QSqlDriver *driver = m_connection->handle().driver();
            driver->disconnect(this);
            driver->unsubscribeFromNotification(channel);
        }
        m_session.reset();
        m_connection.reset();
    }

    EventFeed &m_feed;
    const DatabaseAddress m_address;
    const Clock &m_clock;
    QTimer m_timer;
    std::unique_ptr<Connection> m_connection;
    std::unique_ptr<Session> m_session;
};

} // namespace

EventFeed::EventFeed(const DatabaseAddress &address, const Clock &clock, qint64 newest)
    : m_delivered(newest)
{
    auto *hearer = new Hearer(*this, address, clock);
    hearer->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::started, hearer, &Hearer::begin);
    QObject::connect(&m_thread, &QThread::finished, hearer, [hearer] {
        hearer->end();
        hearer->deleteLater();
    });
    m_thread.setObjectName(u"db-hear"_s);
    Crypto::releaseAtEndOf(m_thread);
    m_thread.start();
}

EventFeed::~EventFeed()
{
    m_thread.quit();
    m_thread.wait();
}

QString EventFeed::ownTag()
{
    static const QString tag = QString::fromLatin1(newUuid());
    return tag;
}

void EventFeed::add(Listener listener)
{
    const std::lock_guard lock(m_mutex);
    m_listeners.push_back(std::move(listener));
}

void EventFeed::committed(Session &session, const QList<Event> &events)
{
    const std::lock_guard lock(m_mutex);
    const auto first = std::ranges::find_if(events, &Event::durable);
    if (first == events.end()) {
        deliver(events);
        return;
    }
    // Ids rise in the order of commits: what is missing between is of other processes, and there.
    if (first->id > m_delivered + 1)
        readOn(session);
    QList<Event> fresh = events;
    fresh.removeIf([this](const Event &e) { return e.durable && e.id <= m_delivered; });
    for (const Event &event : std::as_const(fresh))
        m_delivered = std::max(m_delivered, event.id);
    deliver(fresh);
}

void EventFeed::catchUp(Session &session)
{
    const std::lock_guard lock(m_mutex);
    readOn(session);
}

void EventFeed::readOn(Session &session)
{
    constexpr int atOnce = 500;
    for (;;) {
        const Result<QList<Event>> news = newsAfter(session, m_delivered, atOnce);
        if (!news || news->isEmpty())
            return;
        m_delivered = news->last().id;
        deliver(*news);
        if (news->size() < atOnce)
            return;
    }
}

void EventFeed::deliver(const QList<Event> &events)
{
    if (events.isEmpty())
        return;
    for (const Listener &listener : m_listeners)
        listener(events);
}

} // namespace Store
