// SPDX-License-Identifier: GPL-3.0-or-later
// Unity's Launcher API, which Plasma, Dash to Dock and Plank support: a D-Bus signal without reply.
#include "desktop/launchercount.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMessage>

using namespace Qt::StringLiterals;

namespace Desktop {

void setLauncherCount(qint64 count)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    const QString path =
        u"/com/canonical/unity/launcherentry/%1"_s.arg(QCoreApplication::applicationPid());
    QDBusMessage update =
        QDBusMessage::createSignal(path, u"com.canonical.Unity.LauncherEntry"_s, u"Update"_s);
    const QVariantMap values{ { u"count"_s, QVariant::fromValue<qlonglong>(count) },
                              { u"count-visible"_s, count > 0 } };
    update << u"application://postrider-tray.desktop"_s << values;
    bus.send(update);
}

} // namespace Desktop
