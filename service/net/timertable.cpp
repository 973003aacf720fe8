// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/timertable.h"

#include <QCoreApplication>
#include <QTimerEvent>

#include <algorithm>
#include <vector>

namespace Net {

void TimerTable::schedule(int id, Timer &timer, qint64 dueMs)
{
    timer.dueMs = dueMs;
    m_byDue.emplace(dueMs, id);
}

void TimerTable::add(int id, qint64 intervalMs, Qt::TimerType type, QObject *object, qint64 nowMs)
{
    remove(id);
    Timer &timer = m_timers.insert(id, Timer{ intervalMs, type, object, 0 }).value();
    schedule(id, timer, nowMs + intervalMs);
}

bool TimerTable::remove(int id)
{
    const auto it = m_timers.constFind(id);
    if (it == m_timers.cend())
        return false;
    m_byDue.erase({ it->dueMs, id });
    m_timers.erase(it);
    return true;
}

bool TimerTable::removeAll(QObject *object)
{
    const auto infos = of(object);
    for (const auto &info : infos)
        remove(info.timerId);
    return !infos.isEmpty();
}

QList<QAbstractEventDispatcher::TimerInfo> TimerTable::of(QObject *object) const
{
    QList<QAbstractEventDispatcher::TimerInfo> infos;
    for (auto it = m_timers.cbegin(); it != m_timers.cend(); ++it) {
        if (it->object == object)
            infos.append({ it.key(), int(it->intervalMs), it->type });
    }
    return infos;
}

std::optional<qint64> TimerTable::dueMs(int id) const
{
    const auto it = m_timers.constFind(id);
    return it == m_timers.cend() ? std::nullopt : std::optional(it->dueMs);
}

std::optional<qint64> TimerTable::nextDueMs() const
{
    return m_byDue.empty() ? std::nullopt : std::optional(m_byDue.begin()->first);
}

bool TimerTable::fire(qint64 nowMs)
{
    // The due timers are collected first: one with interval 0 is due again at once, and a loop over
    // m_byDue would never end.
    std::vector<int> due;
    for (const auto &[when, id] : m_byDue) {
        if (when > nowMs)
            break;
        due.push_back(id);
    }
    for (const int id : due) {
        const auto it = m_timers.find(id);
        if (it == m_timers.end() || it->isFiring || it->dueMs > nowMs)
            continue;
        m_byDue.erase({ it->dueMs, id });
        it->isFiring = true;
        const qint64 wasDue = it->dueMs;
        QObject *const object = it->object;
        QTimerEvent event(id);
        QCoreApplication::sendEvent(object, &event);

        // Its handler has removed it; or removed and added it again, and then it is scheduled already.
        const auto after = m_timers.find(id);
        if (after == m_timers.end() || !after->isFiring)
            continue;
        after->isFiring = false;
        schedule(id, *after, std::max(wasDue + after->intervalMs, nowMs));
    }
    return !due.empty();
}

} // namespace Net
