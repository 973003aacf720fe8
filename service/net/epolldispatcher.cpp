// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/epolldispatcher.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QSocketNotifier>
#include <QThread>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace Net {

namespace {

/// The generation of m_wake in the kernel's data word; watched descriptors never have it.
constexpr quint32 wakeGeneration = 0;

qint64 nowMs()
{
    return QDeadlineTimer::current(Qt::PreciseTimer).deadline();
}

/// Which events make a notifier of this type fire; errors and hang-ups wake readers and writers.
constexpr quint32 firesOn(int type)
{
    constexpr quint32 broken = EPOLLHUP | EPOLLERR;
    switch (type) {
    case QSocketNotifier::Read:
        return EPOLLIN | EPOLLRDHUP | broken;
    case QSocketNotifier::Write:
        return EPOLLOUT | broken;
    default:
        return EPOLLPRI;
    }
}

epoll_event eventFor(int descriptor, quint32 generation, quint32 events)
{
    epoll_event event = {};
    event.events = events;
    event.data.u64 = quint64(generation) << 32 | quint32(descriptor);
    return event;
}

} // namespace

EpollDispatcher::EpollDispatcher(QObject *parent)
    : QAbstractEventDispatcher(parent), m_epoll(epoll_create1(EPOLL_CLOEXEC)),
      m_wake(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC))
{
    epoll_event event = eventFor(m_wake, wakeGeneration, EPOLLIN);
    if (isValid())
        epoll_ctl(m_epoll, EPOLL_CTL_ADD, m_wake, &event);
}

EpollDispatcher::~EpollDispatcher()
{
    if (m_epoll >= 0)
        close(m_epoll);
    if (m_wake >= 0)
        close(m_wake);
}

bool EpollDispatcher::processEvents(QEventLoop::ProcessEventsFlags flags)
{
    m_isInterrupted = false;
    // Reset before the posted events are sent: a later post sets it again.
    m_isWoken = false;
    Q_EMIT awake();
    QCoreApplication::sendPostedEvents();
    if (m_isInterrupted)
        return false;

    int timeout = waitMs(flags);
    if (timeout != 0) {
        Q_EMIT aboutToBlock();
        timeout = waitMs(flags); // a slot may have posted an event
    }
    applyChanges();
    bool didWork = waitForEvents(timeout, !flags.testFlag(QEventLoop::ExcludeSocketNotifiers));
    if (!flags.testFlag(QEventLoop::X11ExcludeTimers) && !m_timers.isEmpty())
        didWork = m_timers.fire(nowMs()) || didWork;
    return didWork;
}

int EpollDispatcher::waitMs(QEventLoop::ProcessEventsFlags flags) const
{
    if (!flags.testFlag(QEventLoop::WaitForMoreEvents) || m_isWoken)
        return 0;
    if (flags.testFlag(QEventLoop::X11ExcludeTimers))
        return -1;
    const auto due = m_timers.nextDueMs();
    if (!due)
        return -1;
    return int(std::clamp<qint64>(*due - nowMs(), 0, std::numeric_limits<int>::max()));
}

bool EpollDispatcher::waitForEvents(int timeoutMs, bool withSockets)
{
    if (!withSockets) {
        pollfd wake = { m_wake, POLLIN, 0 };
        if (poll(&wake, 1, timeoutMs) > 0)
            drainWake();
        return false;
    }
    epoll_event events[256];
    const int count = epoll_wait(m_epoll, events, int(std::size(events)), timeoutMs);
    if (timeoutMs != 0)
        Q_EMIT awake();
    bool didWork = false;
    for (int i = 0; i < count; ++i) {
        const int descriptor = int(quint32(events[i].data.u64));
        const auto generation = quint32(events[i].data.u64 >> 32);
        if (generation == wakeGeneration) {
            drainWake();
            didWork = true;
        } else {
            didWork = notify(descriptor, generation, events[i].events) || didWork;
        }
    }
    return didWork;
}

bool EpollDispatcher::notify(int descriptor, quint32 generation, quint32 events)
{
    bool didWork = false;
    for (int type = 0; type < 3; ++type) {
        if (!(events & firesOn(type)))
            continue;
        // Looked up each time: the previous handler may have closed the descriptor and opened another
        // one with the same number.
        const auto it = m_watched.find(descriptor);
        if (it == m_watched.end() || it->second.generation != generation)
            return didWork;
        if (QSocketNotifier *const notifier = it->second.notifiers[type]) {
            QEvent event(QEvent::SockAct);
            QCoreApplication::sendEvent(notifier, &event);
            didWork = true;
        }
    }
    return didWork;
}

void EpollDispatcher::registerSocketNotifier(QSocketNotifier *notifier)
{
    const int descriptor = int(notifier->socket());
    const auto [it, isNew] = m_watched.try_emplace(descriptor);
    if (isNew) {
        if (++m_lastGeneration == wakeGeneration)
            ++m_lastGeneration;
        it->second.generation = m_lastGeneration;
    }
    QSocketNotifier *&slot = it->second.notifiers[notifier->type()];
    if (slot && slot != notifier)
        qWarning("EpollDispatcher: two notifiers of one type for descriptor %d", descriptor);
    slot = notifier;
    markChanged(descriptor, it->second);
}

void EpollDispatcher::unregisterSocketNotifier(QSocketNotifier *notifier)
{
    const int descriptor = int(notifier->socket());
    const auto it = m_watched.find(descriptor);
    if (it == m_watched.end())
        return;
    Watched &watched = it->second;
    QSocketNotifier *&slot = watched.notifiers[notifier->type()];
    if (slot == notifier)
        slot = nullptr;
    if (std::ranges::any_of(watched.notifiers, [](auto *other) { return other != nullptr; })) {
        markChanged(descriptor, watched);
        return;
    }
    arm(descriptor, watched);
    m_watched.erase(it);
}

void EpollDispatcher::markChanged(int descriptor, Watched &watched)
{
    if (!std::exchange(watched.isChanged, true))
        m_changed.push_back(descriptor);
}

void EpollDispatcher::applyChanges()
{
    for (const int descriptor : m_changed) {
        const auto it = m_watched.find(descriptor);
        if (it != m_watched.end() && std::exchange(it->second.isChanged, false))
            arm(descriptor, it->second);
    }
    m_changed.clear();
}

void EpollDispatcher::arm(int descriptor, Watched &watched)
{
    const auto &[reader, writer, exception] = watched.notifiers;
    const quint32 wanted = (reader ? quint32(EPOLLIN) : 0) | (writer ? quint32(EPOLLOUT) : 0)
        | (exception ? quint32(EPOLLPRI) : 0);
    if (wanted == watched.armed)
        return;
    epoll_event event = eventFor(descriptor, watched.generation, wanted);
    int failed = 0;
    if (wanted == 0) { // a descriptor that was closed has left epoll already: no failure
        epoll_ctl(m_epoll, EPOLL_CTL_DEL, descriptor, &event);
    } else if (watched.armed == 0) {
        failed = epoll_ctl(m_epoll, EPOLL_CTL_ADD, descriptor, &event);
        if (failed && errno == EEXIST)
            failed = epoll_ctl(m_epoll, EPOLL_CTL_MOD, descriptor, &event);
    } else {
        failed = epoll_ctl(m_epoll, EPOLL_CTL_MOD, descriptor, &event);
        if (failed && errno == ENOENT)
            failed = epoll_ctl(m_epoll, EPOLL_CTL_ADD, descriptor, &event);
    }
    if (failed)
        qWarning("EpollDispatcher: cannot watch descriptor %d: %s", descriptor, strerror(errno));
    watched.armed = failed ? 0 : wanted;
}

void EpollDispatcher::registerTimer(int id, qint64 interval, Qt::TimerType type, QObject *object)
{
    m_timers.add(id, interval, type, object, nowMs());
}

bool EpollDispatcher::unregisterTimer(int id)
{
    return m_timers.remove(id);
}

bool EpollDispatcher::unregisterTimers(QObject *object)
{
    return m_timers.removeAll(object);
}

QList<QAbstractEventDispatcher::TimerInfo> EpollDispatcher::registeredTimers(QObject *object) const
{
    return m_timers.of(object);
}

int EpollDispatcher::remainingTime(int id)
{
    const auto due = m_timers.dueMs(id);
    return due ? int(std::max<qint64>(0, *due - nowMs())) : -1;
}

void EpollDispatcher::wakeUp()
{
    // Our own thread is not waiting now, and checks m_isWoken before it waits.
    if (!m_isWoken.exchange(true) && QThread::currentThread() != thread())
        writeWake();
}

void EpollDispatcher::interrupt()
{
    m_isInterrupted = true;
    m_isWoken = true;
    // Always written: processEvents() may be about to reset both flags. A posted event would still be
    // sent before it waits, but an interrupt would be lost.
    if (QThread::currentThread() != thread())
        writeWake();
}

void EpollDispatcher::writeWake()
{
    const quint64 one = 1;
    [[maybe_unused]] const auto written = write(m_wake, &one, sizeof one);
}

void EpollDispatcher::drainWake()
{
    quint64 count;
    // Only resets the counter; m_isWoken shows whether there is work.
    [[maybe_unused]] const auto got = read(m_wake, &count, sizeof count);
}

} // namespace Net
