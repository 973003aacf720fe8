// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace Desktop {

/**
 * Reports that the machine has slept. On Linux through logind; elsewhere only the watchdog of the event
 * stream notices a dead connection.
 */
class WakeWatch : public QObject
{
    Q_OBJECT

public:
    explicit WakeWatch(QObject *parent = nullptr);

Q_SIGNALS:
    void wokeUp();

private Q_SLOTS:
    void onPrepareForSleep(bool begins);
};

} // namespace Desktop
