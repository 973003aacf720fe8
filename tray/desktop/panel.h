// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"

#include <QObject>

namespace Desktop {

class XEmbedTray;

/**
 * Waits for a panel that shows icons. On Linux the first QSystemTrayIcon must not be created earlier: Qt
 * checks only once whether a StatusNotifier watcher exists, and an icon created too early never appears.
 * A watcher counts only if a host is registered with it. On other systems a panel always exists.
 */
class Panel : public QObject
{
    Q_OBJECT

public:
    Panel(Client::Alarms &alarms, std::chrono::seconds patience, QObject *parent = nullptr);

    void find(); ///< `ready` follows, or `missing` after the patience; then `ready` may follow
    bool isReady() const { return m_isReady; }

Q_SIGNALS:
    void ready();   ///< once
    void missing(); ///< once
private Q_SLOTS:
    void askWatcher();

private:
    void setReady();

    Client::Alarm *m_patience;
    std::chrono::seconds m_limit;
    bool m_isReady = false;
#ifdef Q_OS_LINUX
    XEmbedTray *m_xembed;
#endif
};

} // namespace Desktop
