// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractEventDispatcher>
#include <QHash>

#include <optional>
#include <set>
#include <utility>

namespace Net {

/**
 * The timers of one event dispatcher, ordered by when they are due. Thousands of connections have one
 * each, so checking all of them in every round would cost too much. Times are milliseconds of a
 * monotonic clock that the caller reads.
 */
class TimerTable
{
public:
    void add(int id, qint64 intervalMs, Qt::TimerType type, QObject *object, qint64 nowMs);
    bool remove(int id);
    bool removeAll(QObject *object);
    QList<QAbstractEventDispatcher::TimerInfo> of(QObject *object) const;

    bool isEmpty() const { return m_timers.isEmpty(); }
    std::optional<qint64> dueMs(int id) const; ///< nothing: no such timer
    std::optional<qint64> nextDueMs() const;   ///< nothing: no timers

    /**
     * Sends a QTimerEvent for each timer that is due, once each, and arms it again. Handlers may
     * add and remove timers and run nested loops: a timer never fires inside its own handler.
     */
    bool fire(qint64 nowMs);

private:
    struct Timer {
        qint64 intervalMs;
        Qt::TimerType type;
        QObject *object;
        qint64 dueMs;
        bool isFiring = false;
    };

    void schedule(int id, Timer &timer, qint64 dueMs);

    QHash<int, Timer> m_timers;
    std::set<std::pair<qint64, int>> m_byDue; ///< without timers that are firing
};

} // namespace Net
