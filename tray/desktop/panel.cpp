// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/panel.h"

#include <QLoggingCategory>

#ifdef Q_OS_LINUX
#include "desktop/xembedtray.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusServiceWatcher>
#include <QDBusVariant>
#endif

using namespace Qt::StringLiterals;

namespace Desktop {

namespace {

#ifdef Q_OS_LINUX
Q_LOGGING_CATEGORY(log, "postrider.tray.panel", QtInfoMsg)

const QString watcherService = u"org.kde.StatusNotifierWatcher"_s;
const QString watcherPath = u"/StatusNotifierWatcher"_s;
#endif

} // namespace

#ifdef Q_OS_LINUX

Panel::Panel(Client::Alarms &alarms, std::chrono::seconds patience, QObject *parent)
    : QObject(parent), m_patience(alarms.make(this)), m_limit(patience),
      m_xembed(new XEmbedTray(this))
{
    connect(m_patience, &Client::Alarm::rang, this, [this] {
        qCInfo(log, "no panel takes icons: there is a window instead");
        Q_EMIT missing();
    });
    connect(m_xembed, &XEmbedTray::came, this, &Panel::setReady);
}

void Panel::find()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (bus.isConnected()) {
        auto *watcher = new QDBusServiceWatcher(watcherService, bus,
                                                QDBusServiceWatcher::WatchForRegistration, this);
        connect(watcher, &QDBusServiceWatcher::serviceRegistered, this, &Panel::askWatcher);
        bus.connect(watcherService, watcherPath, watcherService, u"StatusNotifierHostRegistered"_s,
                    this, SLOT(askWatcher()));
        askWatcher();
    }
    if (m_xembed->isThere())
        setReady();
    else
        m_patience->start(m_limit);
}

void Panel::askWatcher()
{
    if (m_isReady)
        return;
    QDBusMessage get = QDBusMessage::createMethodCall(
        watcherService, watcherPath, u"org.freedesktop.DBus.Properties"_s, u"Get"_s);
    get << watcherService << u"IsStatusNotifierHostRegistered"_s;
    get.setAutoStartService(false);
    auto *watcher =
        new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(get, 5'000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (!reply.isError() && reply.value().variant().toBool())
            setReady();
    });
}

#else

Panel::Panel(Client::Alarms &alarms, std::chrono::seconds patience, QObject *parent)
    : QObject(parent), m_patience(alarms.make(this)), m_limit(patience)
{
}

void Panel::find()
{
    setReady();
}

void Panel::askWatcher() { }

#endif

void Panel::setReady()
{
    if (std::exchange(m_isReady, true))
        return;
    m_patience->stop();
    Q_EMIT ready();
}

} // namespace Desktop
