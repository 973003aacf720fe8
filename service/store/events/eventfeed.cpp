// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/events/eventfeed.h"

#include "crypto/threadend.h"
#include "store/events/events.h"
#include "store/sql/newid.h"
#include "store/sql/session.h"
#include "store/sql/timelimits.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSocketNotifier>
#include <QSqlDriver>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const QString eventChannel = u"postrider_events"_s;
const QString nodeChannel = u"postrider_nodes"_s;

/// The events of a mail come in several transactions, and at most five reads a second are enough for people. Reading
/// after each notification cost every node 5 more statements for each mail of another node.
constexpr std::chrono::milliseconds together{ 20 };
constexpr std::chrono::milliseconds betweenReads{ 200 };

/** Runs on the feed's thread and owns the connection that LISTENs. */
class Hearer : public QObject
{
public:
    Hearer(EventFeed &feed, const ReconnectContext &context, const Clock &clock,
           std::function<void()> foundAgain)
        : m_feed(feed), m_context(context), m_clock(clock), m_foundAgain(std::move(foundAgain)),
          m_timer(this), m_catchUpTimer(this)
    {
        connect(&m_timer, &QTimer::timeout, this, &Hearer::check);
        m_catchUpTimer.setSingleShot(true);
        connect(&m_catchUpTimer, &QTimer::timeout, this, &Hearer::catchUp);
    }

    void begin()
    {
        m_session = std::make_unique<Session>(m_context.address.engine, m_clock);
        m_reconnecting = std::make_unique<ReconnectingSession>(
            m_context, Connection::Kind::Reader, m_context.watchdog.watch(TimeLimits::reader),
            nullptr, *m_session);
        check();
        m_timer.start(TimeLimits::betweenTries);
    }

    void end()
    {
        m_timer.stop();
        m_catchUpTimer.stop();
        m_reconnecting.reset();
        m_session.reset();
    }

private:
    // A closed connection triggers a call of check() (see listen()). A silent server is detected only by ask(),
    // for the connections of requests too.
    void check()
    {
        constexpr int askEvery = 2;
        if (!m_reconnecting->isLost() && (++m_turn % askEvery == 0 || m_isSuspect))
            ask();
        m_isSuspect = false;
        if (m_reconnecting->isLost()) {
            m_driver = nullptr;
            m_context.watchdog.setSilent(m_reconnecting->wasSilent());
            m_reconnecting->tryAgain();
        }
        if (!m_reconnecting->isLost())
            m_context.watchdog.setSilent(false);
        if (!m_reconnecting->isLost() && m_reconnecting->driver() != m_driver)
            listen();
    }

    // After each statement the driver reads notifications in an event that it posts to itself. That event is
    // handled here at once. If it finds the end of the connection, libpq closes the socket, and the
    // driver's notifier must not be left with the closed descriptor.
    void ask()
    {
        m_reconnecting->probe();
        if (m_reconnecting->isLost())
            return;
        QCoreApplication::sendPostedEvents(m_reconnecting->driver(), QEvent::MetaCall);
        if (!m_reconnecting->driver()->isOpen())
            m_reconnecting->probe(); // detects the loss
    }

    void listen()
    {
        QSqlDriver *driver = m_reconnecting->driver();
        connect(driver, &QSqlDriver::notification, this,
                [this](const QString &channel, QSqlDriver::NotificationSource,
                       const QVariant &text) { hear(channel, text.toString()); });
        const bool isHeard = [&] {
            const Awaiting answer(m_session->watch());
            return driver->subscribeToNotification(eventChannel)
                && driver->subscribeToNotification(nodeChannel);
        }();
        if (!isHeard)
            return; // the next check() detects a loss, or tries again
        m_driver = driver;
        // The driver's notifier, which is also activated at the end of the connection. If it is not a
        // child of the driver (Qt 6.4), the next check() detects that end.
        for (QSocketNotifier *notifier : driver->findChildren<QSocketNotifier *>())
            connect(notifier, &QSocketNotifier::activated, this,
                    [this, notifier] { checkIsOpen(*notifier); });
        if (std::exchange(m_hasHeard, true)) {
            m_feed.suspend();
            m_foundAgain();
        }
        m_feed.catchUp(*m_session); // events from the time when we did not listen
    }

    // A text begins with the tag of its sender; a notice follows.
    void hear(const QString &channel, const QString &text)
    {
        const qsizetype end = EventFeed::ownTag().size();
        if (text.startsWith(EventFeed::ownTag()))
            return;
        if (channel == nodeChannel)
            m_feed.noticed(text.mid(end + 1).toUtf8());
        else
            hearOfEvents(text.mid(end + 1).toLongLong());
    }

    void hearOfEvents(qint64 newest)
    {
        m_newest = std::max(m_newest, newest);
        if (!m_catchUpTimer.isActive())
            m_catchUpTimer.start(untilRead());
    }

    std::chrono::milliseconds untilRead() const
    {
        if (!m_sinceRead.isValid())
            return together;
        return std::max(together, betweenReads - std::chrono::milliseconds(m_sinceRead.elapsed()));
    }

    // The writer may have read them already: the events of others are passed on before its own. A server may have
    // become silent after its notification: ask() detects that sooner than statements that have more time.
    void catchUp()
    {
        if (std::exchange(m_newest, 0) <= m_feed.delivered())
            return;
        if (!m_reconnecting->isLost())
            ask();
        if (m_reconnecting->isLost()) {
            check(); // when the connection is back, all events are read
            return;
        }
        m_sinceRead.start();
        m_feed.catchUp(*m_session);
    }

    void checkIsOpen(QSocketNotifier &notifier)
    {
        if (m_driver && m_driver->isOpen())
            return;
        notifier.setEnabled(false); // its descriptor is closed
        m_isSuspect = true;
        QTimer::singleShot(0, this, &Hearer::check); // not within a call of the driver
    }

    EventFeed &m_feed;
    const ReconnectContext m_context;
    const Clock &m_clock;
    const std::function<void()> m_foundAgain;
    bool m_hasHeard = false;
    QTimer m_timer;
    QTimer m_catchUpTimer; ///< from the first notification on
    QElapsedTimer m_sinceRead;
    qint64 m_newest = 0; ///< the highest id that a notification named since the last read
    std::unique_ptr<Session> m_session;
    std::unique_ptr<ReconnectingSession> m_reconnecting;
    const QSqlDriver *m_driver = nullptr; ///< of the connection that listens
    bool m_isSuspect = false;
    int m_turn = 0;
};

} // namespace

EventFeed::EventFeed(const ReconnectContext &context, const Clock &clock, const Event &newest,
                     std::function<void()> foundAgain)
    : m_delivered(newest)
{
    auto *hearer = new Hearer(*this, context, clock, std::move(foundAgain));
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

QString EventFeed::notificationOf(const QList<Event> &events)
{
    return ownTag() + u' ' + QString::number(std::ranges::max(events, {}, &Event::id).id);
}

void EventFeed::add(Listener listener)
{
    const std::lock_guard lock(m_mutex);
    m_listeners.push_back(std::move(listener));
}

void EventFeed::addNoticeListener(NoticeListener listener)
{
    const std::lock_guard lock(m_mutex);
    m_noticeListeners.push_back(std::move(listener));
}

void EventFeed::noticed(const QByteArray &notice)
{
    const std::lock_guard lock(m_mutex);
    for (const NoticeListener &listener : m_noticeListeners)
        listener(notice);
}

void EventFeed::committed(Session &session, const QList<Event> &events)
{
    const std::lock_guard lock(m_mutex);
    const auto first = std::ranges::find_if(events, &Event::durable);
    if (first == events.end()) {
        deliver(events);
        return;
    }
    if (m_isSuspended)
        return;
    // Ids rise in commit order: missing ids belong to other processes, and their events are stored already.
    if (first->id > m_delivered.id + 1 && !readOn(session))
        return; // the server is lost: readOn() delivers all of them when it is back
    QList<Event> fresh = events;
    fresh.removeIf([this](const Event &e) { return e.durable && e.id <= m_delivered.id; });
    for (const Event &event : std::as_const(fresh)) {
        if (event.durable)
            m_delivered = event;
    }
    deliver(fresh);
}

void EventFeed::catchUp(Session &session)
{
    const std::lock_guard lock(m_mutex);
    if (!m_isSuspended)
        readOn(session);
}

void EventFeed::suspend()
{
    const std::lock_guard lock(m_mutex);
    m_isSuspended = true;
}

bool EventFeed::isSuspended()
{
    const std::lock_guard lock(m_mutex);
    return m_isSuspended;
}

void EventFeed::resume(Session &session)
{
    const std::lock_guard lock(m_mutex);
    m_isSuspended = !readOn(session);
}

// Compares the rows and not only the ids, because other services may have used the ids again already.
Result<bool> EventFeed::isAhead(Session &session, bool isOtherServer)
{
    const std::lock_guard lock(m_mutex);
    const Result<EventBounds> bounds = eventBounds(session);
    RETURN_IF_ERROR(bounds);
    if (bounds->newest < m_delivered.id)
        return true;
    const Result<QList<Event>> row = newsAfter(session, m_delivered.id - 1, 1);
    RETURN_IF_ERROR(row);
    if (row->isEmpty() || row->first().id != m_delivered.id) // pruned, or never stored there
        return isOtherServer && m_delivered.id > 0;
    const Event &there = row->first();
    const bool isKnown = !m_delivered.name.isEmpty();
    return isKnown
        && (there.name != m_delivered.name || there.at != m_delivered.at
            || there.data != m_delivered.data);
}

qint64 EventFeed::delivered()
{
    const std::lock_guard lock(m_mutex);
    return m_delivered.id;
}

/// False: the database could not be read.
bool EventFeed::readOn(Session &session)
{
    constexpr int atOnce = 500;
    for (;;) {
        const Result<QList<Event>> news = newsAfter(session, m_delivered.id, atOnce);
        if (!news || news->isEmpty())
            return news.ok();
        m_delivered = news->last();
        deliver(*news);
        if (news->size() < atOnce)
            return true;
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
