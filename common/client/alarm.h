// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <chrono>

namespace Client {

/** One moment to wait for; starting it again moves it. Rings once. */
class Alarm : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    virtual void start(std::chrono::milliseconds after) = 0;
    virtual void stop() = 0;
    virtual bool isActive() const = 0;

Q_SIGNALS:
    void rang();
};

/** A factory of alarms. It is passed in, so that tests need not wait. */
class Alarms
{
public:
    virtual ~Alarms() = default;
    virtual Alarm *make(QObject *parent) = 0;
};

/** Alarms of the machine. Time in which it sleeps does not count. */
class SystemAlarms : public Alarms
{
public:
    Alarm *make(QObject *parent) override;
};

} // namespace Client
