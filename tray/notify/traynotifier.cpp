// SPDX-License-Identifier: GPL-3.0-or-later
#include "notify/traynotifier.h"

namespace Notify {

namespace {

constexpr qsizetype maxWaiting = 5;

} // namespace

void TrayNotifier::setIcon(QSystemTrayIcon *icon)
{
    m_icon = icon;
    connect(icon, &QSystemTrayIcon::messageClicked, this, [this] {
        if (!m_shown.isEmpty())
            Q_EMIT actionInvoked(m_shown, QStringLiteral("default"));
    });
    Q_EMIT availableChanged(isAvailable());
    for (const Notice &notice : std::exchange(m_waiting, {}))
        show(notice);
}

void TrayNotifier::show(const Notice &notice)
{
    if (!isAvailable()) {
        if (m_waiting.size() >= maxWaiting)
            m_waiting.removeFirst();
        m_waiting.append(notice);
        return;
    }
    m_shown = notice.key;
    m_icon->showMessage(notice.title, notice.body,
                        notice.isProblem ? QSystemTrayIcon::Warning : QSystemTrayIcon::NoIcon);
}

void TrayNotifier::close(const QString &key)
{
    m_waiting.removeIf([&key](const Notice &notice) { return notice.key == key; });
    if (m_shown == key)
        m_shown.clear(); // a click on it does nothing any more
}

bool TrayNotifier::isAvailable() const
{
    return m_icon && m_icon->isVisible();
}

} // namespace Notify
