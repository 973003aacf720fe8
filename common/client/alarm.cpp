// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/alarm.h"

#include <QTimer>

namespace Client {

namespace {

class SystemAlarm : public Alarm
{
public:
    explicit SystemAlarm(QObject *parent) : Alarm(parent)
    {
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, &Alarm::rang);
    }

    void start(std::chrono::milliseconds after) override
    {
        // A long wait may end a little late, so that the machine wakes up once for several timers.
        using namespace std::chrono_literals;
        m_timer.setTimerType(after < 2s ? Qt::PreciseTimer : Qt::CoarseTimer);
        m_timer.start(after);
    }
    void stop() override { m_timer.stop(); }
    bool isActive() const override { return m_timer.isActive(); }

private:
    QTimer m_timer;
};

} // namespace

Alarm *SystemAlarms::make(QObject *parent)
{
    return new SystemAlarm(parent);
}

} // namespace Client
