// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "notify/notifier.h"

#include <QPointer>
#include <QSystemTrayIcon>

namespace Notify {

/**
 * Notices through Qt's tray icon, for Windows and macOS: one at a time, without buttons; a click is the
 * action `default`. A shown notice cannot be removed. Notices wait until the icon exists.
 */
class TrayNotifier : public Notifier
{
    Q_OBJECT

public:
    using Notifier::Notifier;

    void setIcon(QSystemTrayIcon *icon); ///< visible, not owned; may be deleted

    void show(const Notice &notice) override;
    void close(const QString &key) override;
    bool isAvailable() const override;

private:
    QPointer<QSystemTrayIcon> m_icon;
    QString m_shown;
    QList<Notice> m_waiting; ///< until the icon exists; the oldest are dropped
};

} // namespace Notify
