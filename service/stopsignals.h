// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/**
 * Turns SIGTERM and SIGINT (Ctrl-C; on Windows the console's close events and the event of
 * common/stopevent.h) into a Qt signal on the thread that made it. One a process. A second signal ends
 * the process at once, for those who do not want to wait. SIGHUP asks for a reload, but where there is
 * a terminal, whose end it means.
 */
class StopSignals : public QObject
{
    Q_OBJECT
public:
    explicit StopSignals(QObject *parent = nullptr);
    ~StopSignals() override;

Q_SIGNALS:
    void stopRequested();
    void reloadRequested();

private:
    QObject *m_notifier = nullptr;
};
