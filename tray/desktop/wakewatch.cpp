// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/wakewatch.h"

#ifdef Q_OS_LINUX
#include <QDBusConnection>
#endif

using namespace Qt::StringLiterals;

namespace Desktop {

WakeWatch::WakeWatch(QObject *parent) : QObject(parent)
{
#ifdef Q_OS_LINUX
    QDBusConnection bus = QDBusConnection::systemBus();
    if (bus.isConnected())
        bus.connect(u"org.freedesktop.login1"_s, u"/org/freedesktop/login1"_s,
                    u"org.freedesktop.login1.Manager"_s, u"PrepareForSleep"_s, this,
                    SLOT(onPrepareForSleep(bool)));
#endif
}

void WakeWatch::onPrepareForSleep(bool begins)
{
    if (!begins)
        Q_EMIT wokeUp();
}

} // namespace Desktop
