// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace Desktop {

/** Tells when the machine has slept. On Linux through logind; elsewhere the watchdog must do. */
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
