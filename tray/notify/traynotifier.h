// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "notify/notifier.h"

#include <QPointer>
#include <QSystemTrayIcon>

namespace Notify {

/**
 * Notices through Qt's tray icon, for Windows and macOS: one at a time, without buttons; a click
 * is `default`. They cannot be taken away again. What comes before there is an icon waits for it.
 */
class TrayNotifier : public Notifier
{
    Q_OBJECT

public:
    using Notifier::Notifier;

    void setIcon(QSystemTrayIcon *icon); ///< not owned, visible; may go

    void show(const Notice &notice) override;
    void close(const QString &key) override;
    bool isAvailable() const override;

private:
    QPointer<QSystemTrayIcon> m_icon;
    QString m_shown;
    QList<Notice> m_waiting; ///< for the icon; the oldest go
};

} // namespace Notify
