// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/alarm.h"

#include <QObject>

namespace Desktop {

class XEmbedTray;

/**
 * Waits for a panel that takes icons. On Linux the first QSystemTrayIcon must not exist before that:
 * Qt asks once whether there is a StatusNotifier watcher, and an icon made too early never appears.
 * A watcher counts when a host is registered with it. Elsewhere there is always one.
 */
class Panel : public QObject
{
    Q_OBJECT

public:
    Panel(Client::Alarms &alarms, std::chrono::seconds patience, QObject *parent = nullptr);

    void look(); ///< `ready` or, after the patience, `missing` follows, and later `ready` after all
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
