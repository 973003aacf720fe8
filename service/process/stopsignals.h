// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/**
 * Turns SIGTERM and SIGINT (Ctrl-C; on Windows the console's close events and the event of
 * common/stopevent.h) into a Qt signal on the thread that made it. One object per process. A second
 * signal ends the process at once. SIGHUP requests a reload; but if the process has a terminal, SIGHUP
 * means that the terminal was closed.
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
