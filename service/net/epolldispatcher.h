// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/timertable.h"

#include <QAbstractEventDispatcher>

#include <atomic>
#include <unordered_map>
#include <vector>

class QSocketNotifier;

namespace Net {

/**
 * Event dispatcher on Linux' epoll. Qt's own ones hand every descriptor to poll() in every round,
 * which costs most of the time once thousands of connections are open; here the cost of a round
 * depends only on its events. Belongs to its thread; only wakeUp() and interrupt() come from
 * others.
 *
 * Notifiers are switched on and off several times between two rounds (each write does it), so
 * changes are passed to the kernel once, before each wait; only descriptors that lost their last
 * notifier are taken out at once, because they may be closed next.
 */
class EpollDispatcher : public QAbstractEventDispatcher
{
    Q_OBJECT

public:
    explicit EpollDispatcher(QObject *parent = nullptr);
    ~EpollDispatcher() override;

    bool isValid() const { return m_epoll >= 0 && m_wake >= 0; }

    bool processEvents(QEventLoop::ProcessEventsFlags flags) override;
    void registerSocketNotifier(QSocketNotifier *notifier) override;
    void unregisterSocketNotifier(QSocketNotifier *notifier) override;
    void registerTimer(int id, qint64 interval, Qt::TimerType type, QObject *object) override;
    bool unregisterTimer(int id) override;
    bool unregisterTimers(QObject *object) override;
    QList<TimerInfo> registeredTimers(QObject *object) const override;
    int remainingTime(int id) override;
    void wakeUp() override;
    void interrupt() override;

private:
    struct Watched {
        QSocketNotifier *notifiers[3] = {}; ///< by QSocketNotifier::Type
        quint32 armed = 0;                  ///< the events registered in the kernel
        quint32 generation = 0;             ///< new for each reuse of a descriptor number
        bool isChanged = false;
    };

    void markChanged(int descriptor, Watched &watched);
    void applyChanges();
    void arm(int descriptor, Watched &watched);
    int waitMs(QEventLoop::ProcessEventsFlags flags) const;
    bool waitForEvents(int timeoutMs, bool withSockets);
    void writeWake();
    void drainWake();
    bool notify(int descriptor, quint32 generation, quint32 events);

    int m_epoll;
    int m_wake; ///< eventfd
    std::unordered_map<int, Watched> m_watched;
    std::vector<int> m_changed;
    quint32 m_lastGeneration = 0;
    TimerTable m_timers;
    std::atomic<bool> m_isWoken = false;
    std::atomic<bool> m_isInterrupted = false;
};

} // namespace Net
