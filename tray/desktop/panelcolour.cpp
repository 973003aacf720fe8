// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/panelcolour.h"

#ifdef Q_OS_LINUX
#include "desktop/xembedtray.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#endif

#include <QEvent>
#include <QGuiApplication>
#include <QPalette>

using namespace Qt::StringLiterals;

namespace Desktop {

namespace {

bool areWindowsDark()
{
    return QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
}

} // namespace

bool PanelColour::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ApplicationPaletteChange)
        Q_EMIT changed();
    return QObject::eventFilter(watched, event);
}

#ifdef Q_OS_LINUX

namespace {

const QString portal = u"org.freedesktop.portal.Desktop"_s;
const QString portalPath = u"/org/freedesktop/portal/desktop"_s;
const QString settings = u"org.freedesktop.portal.Settings"_s;
const QString appearance = u"org.freedesktop.appearance"_s;
const QString colourScheme = u"color-scheme"_s;

} // namespace

PanelColour::PanelColour(QObject *parent) : QObject(parent), m_old(new XEmbedTray(this))
{
    qGuiApp->installEventFilter(this);
    connect(m_old, &XEmbedTray::came, this, &PanelColour::changed);
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(portal, portalPath, settings, u"SettingChanged"_s, { appearance, colourScheme },
                QString(), this, SLOT(ask()));
    ask();
}

void PanelColour::ask()
{
    QDBusMessage read = QDBusMessage::createMethodCall(portal, portalPath, settings, u"Read"_s);
    read << appearance << colourScheme;
    auto *watcher =
        new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(read, 5'000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (reply.isError())
            return;
        QVariant scheme = reply.value().variant();
        if (scheme.metaType() == QMetaType::fromType<QDBusVariant>()) // a variant in a variant
            scheme = scheme.value<QDBusVariant>().variant();
        m_scheme = scheme.toUInt();
        Q_EMIT changed();
    });
}

bool PanelColour::isDark() const
{
    if (const std::optional<QColor> text = m_old->textColour())
        return text->lightness() > 127;
    if (m_scheme == 1u || m_scheme == 2u)
        return m_scheme == 1u;
    return areWindowsDark();
}

#else

PanelColour::PanelColour(QObject *parent) : QObject(parent)
{
    qGuiApp->installEventFilter(this);
}

void PanelColour::ask() { }

bool PanelColour::isDark() const
{
    return areWindowsDark();
}

#endif

} // namespace Desktop
