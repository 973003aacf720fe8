// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"

#include <QList>
#include <QPointer>

/** Alarms that ring when a test moves the time on. One thread. */
class ManualAlarms : public Client::Alarms
{
    class ManualAlarm : public Client::Alarm
    {
    public:
        ManualAlarm(const ManualAlarms &alarms, QObject *parent) : Alarm(parent), m_alarms(alarms)
        {
        }
        void start(std::chrono::milliseconds after) override
        {
            dueMs = m_alarms.m_nowMs + after.count();
            wait = after;
        }
        void stop() override { dueMs = -1; }
        bool isActive() const override { return dueMs >= 0; }

        qint64 dueMs = -1;
        std::chrono::milliseconds wait{ 0 };

    private:
        const ManualAlarms &m_alarms;
    };

public:
    Client::Alarm *make(QObject *parent) override
    {
        auto *alarm = new ManualAlarm(*this, parent);
        m_made.append(alarm);
        return alarm;
    }

    qint64 nowMs() const { return m_nowMs; }

    /// Moves the time on. Due alarms ring in order, also those that another alarm starts.
    void advance(std::chrono::milliseconds by)
    {
        const qint64 until = m_nowMs + by.count();
        while (ManualAlarm *next = nextBefore(until)) {
            m_nowMs = next->dueMs;
            next->stop();
            Q_EMIT next->rang();
        }
        m_nowMs = until;
    }

    /// The wait that the alarm made as number `index` was started with; -1 ms while it is not active.
    std::chrono::milliseconds waitOf(qsizetype index) const
    {
        const ManualAlarm *alarm = m_made.value(index);
        return alarm && alarm->isActive() ? alarm->wait : std::chrono::milliseconds(-1);
    }

private:
    ManualAlarm *nextBefore(qint64 until) const
    {
        ManualAlarm *next = nullptr;
        for (const QPointer<ManualAlarm> &alarm : m_made) {
            if (alarm && alarm->isActive() && alarm->dueMs <= until
                && (!next || alarm->dueMs < next->dueMs))
                next = alarm;
        }
        return next;
    }

    QList<QPointer<ManualAlarm>> m_made;
    qint64 m_nowMs = 0;
};
