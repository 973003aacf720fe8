// SPDX-License-Identifier: GPL-3.0-or-later
#include "notify/dbusnotifier.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusServiceWatcher>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Notify {

namespace {

const QString service = u"org.freedesktop.Notifications"_s;
const QString path = u"/org/freedesktop/Notifications"_s;

// A daemon that hangs delays the first notice by no more than this.
constexpr int capabilitiesMs = 3'000;
constexpr int sendMs = 10'000;
constexpr qsizetype maxEarly = 100;

constexpr const char *tokenVariable = "XDG_ACTIVATION_TOKEN"; // read by Qt and by child processes

QDBusMessage call(const QString &method)
{
    return QDBusMessage::createMethodCall(service, path, service, method);
}

} // namespace

DBusNotifier::DBusNotifier(const QDBusConnection &bus, QObject *parent)
    : Notifier(parent), m_bus(bus)
{
    if (!m_bus.isConnected()) {
        qCInfo(log, "no session bus: new mail is shown by icon and window only");
        return;
    }
    m_bus.connect(service, path, service, u"ActivationToken"_s, this,
                  SLOT(onActivationToken(uint, QString)));
    m_bus.connect(service, path, service, u"ActionInvoked"_s, this,
                  SLOT(onActionInvoked(uint, QString)));
    m_bus.connect(service, path, service, u"NotificationClosed"_s, this,
                  SLOT(onClosed(uint, uint)));
    auto *watcher =
        new QDBusServiceWatcher(service, m_bus, QDBusServiceWatcher::WatchForOwnerChange, this);
    connect(
        watcher, &QDBusServiceWatcher::serviceOwnerChanged, this,
        [this](const QString &, const QString &, const QString &owner) { onOwnerChanged(owner); });
    askCapabilities();
}

void DBusNotifier::askCapabilities()
{
    m_knowsCapabilities = false;
    auto *watcher = new QDBusPendingCallWatcher(
        m_bus.asyncCall(call(u"GetCapabilities"_s), capabilitiesMs), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<QStringList> reply = *watcher;
        m_knowsCapabilities = true;
        m_capabilities = reply.isError() ? QStringList() : reply.value();
        setAvailable(!reply.isError());
        for (const Notice &notice : std::exchange(m_waiting, {}))
            show(notice);
    });
}

void DBusNotifier::onOwnerChanged(const QString &owner)
{
    // The ids of the old daemon are not valid in a new one.
    const QHash<QString, Entry> shown = std::exchange(m_byKey, {});
    m_byId.clear();
    for (const QString &key : shown.keys())
        Q_EMIT closed(key);
    if (owner.isEmpty())
        setAvailable(false);
    else
        askCapabilities();
}

void DBusNotifier::setAvailable(bool available)
{
    if (!available && !std::exchange(m_hasComplained, true))
        qCInfo(log, "no notification daemon: new mail is shown by icon and window only");
    if (available)
        m_hasComplained = false;
    if (std::exchange(m_isAvailable, available) != available)
        Q_EMIT availableChanged(available);
}

void DBusNotifier::show(const Notice &notice)
{
    if (!m_bus.isConnected())
        return;
    if (!m_knowsCapabilities) {
        m_waiting.append(notice);
        return;
    }
    Entry entry = m_byKey.value(notice.key);
    if (!entry && !notice.replaces.isEmpty()) {
        entry = m_byKey.take(notice.replaces);
        if (entry)
            entry->key = notice.key;
    }
    if (!entry) {
        entry = std::make_shared<Shown>();
        entry->key = notice.key;
    }
    m_byKey.insert(notice.key, entry);
    entry->isUnwanted = false;
    if (entry->isSending)
        entry->followUp = notice;
    else
        send(entry, notice);
}

QVariantList DBusNotifier::arguments(const Entry &entry, const Notice &notice) const
{
    QString title = notice.title;
    QString body = notice.body;
    if (!m_capabilities.contains(u"body"_s)) {
        title += body.isEmpty() ? QString() : u": "_s + body;
        body.clear();
    }
    if (m_capabilities.contains(u"body-markup"_s))
        body = body.toHtmlEscaped();
    QStringList actions;
    if (m_capabilities.contains(u"actions"_s)) {
        for (const Action &action : notice.actions)
            actions << action.id << action.label;
    }
    QVariantMap hints{
        { u"category"_s, notice.isProblem ? u"network.error"_s : u"email.arrived"_s },
        { u"desktop-entry"_s, u"postrider-tray"_s },
        { u"urgency"_s, QVariant::fromValue(uchar(1)) },
    };
    if (notice.hasSound)
        hints.insert(u"sound-name"_s, u"message-new-email"_s);
    else
        hints.insert(u"suppress-sound"_s, true);
    const QString icon = notice.isProblem ? u"dialog-warning"_s : u"mail-unread"_s;
    return { u"Postrider"_s, entry->id, icon, title, body, actions, hints, -1 };
}

void DBusNotifier::send(const Entry &entry, const Notice &notice)
{
    entry->isSending = true;
    QDBusMessage message = call(u"Notify"_s);
    message.setArguments(arguments(entry, notice));
    auto *watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(message, sendMs), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher, entry] {
        watcher->deleteLater();
        onSent(entry, watcher->reply());
    });
}

void DBusNotifier::onSent(const Entry &entry, const QDBusMessage &reply)
{
    entry->isSending = false;
    const bool isOurs = m_byKey.value(entry->key) == entry;
    if (reply.type() == QDBusMessage::ErrorMessage) {
        if (isOurs)
            take(entry);
        setAvailable(false);
        return;
    }
    setAvailable(true);
    m_byId.remove(entry->id);
    entry->id = reply.arguments().value(0).toUInt();
    m_byId.insert(entry->id, entry);
    if (entry->isUnwanted || !isOurs) {
        take(entry);
        closeById(entry->id);
    } else if (const auto followUp = std::exchange(entry->followUp, std::nullopt)) {
        send(entry, *followUp);
    }
    replayEarly(entry->id);
    if (!isSendingAny())
        m_early.clear();
}

bool DBusNotifier::isSendingAny() const
{
    return std::ranges::any_of(m_byKey, [](const Entry &entry) { return entry->isSending; });
}

void DBusNotifier::replayEarly(uint id)
{
    for (const Early &early : std::exchange(m_early, {})) {
        if (early.id != id)
            m_early.append(early);
        else if (early.action)
            onActionInvoked(id, *early.action);
        else
            onClosed(id, 0);
    }
}

void DBusNotifier::close(const QString &key)
{
    for (qsizetype i = m_waiting.size() - 1; i >= 0; --i) {
        if (m_waiting.at(i).key == key)
            m_waiting.removeAt(i);
    }
    const Entry entry = m_byKey.value(key);
    if (!entry)
        return;
    if (entry->isSending) {
        entry->isUnwanted = true;
        entry->followUp.reset();
        return;
    }
    take(entry);
    closeById(entry->id);
}

void DBusNotifier::take(const Entry &entry)
{
    m_byId.remove(entry->id);
    if (m_byKey.value(entry->key) == entry)
        m_byKey.remove(entry->key);
}

void DBusNotifier::closeById(uint id)
{
    QDBusMessage message = call(u"CloseNotification"_s);
    message << id;
    message.setAutoStartService(false);
    m_bus.call(message, QDBus::NoBlock);
}

// The daemon sends the token right before the action. Without it, Wayland raises no window.
void DBusNotifier::onActivationToken(uint id, const QString &token)
{
    if (const Entry entry = m_byId.value(id))
        entry->activationToken = token;
}

void DBusNotifier::onActionInvoked(uint id, const QString &action)
{
    // The signal comes for the notices of all programs; only ours are used.
    if (const Entry entry = m_byId.value(id))
        act(entry, action);
    else if (isSendingAny() && m_early.size() < maxEarly)
        m_early.append({ id, action });
}

void DBusNotifier::act(const Entry &entry, const QString &action)
{
    const QByteArray token = std::exchange(entry->activationToken, {}).toUtf8();
    if (!token.isEmpty())
        qputenv(tokenVariable, token);
    Q_EMIT actionInvoked(entry->key, action);
    if (!token.isEmpty())
        qunsetenv(tokenVariable);
}

void DBusNotifier::onClosed(uint id, uint)
{
    const Entry entry = m_byId.value(id);
    if (!entry && isSendingAny() && m_early.size() < maxEarly)
        m_early.append({ id, std::nullopt });
    if (!entry || entry->isSending) // the replacement shows it again
        return;
    take(entry);
    Q_EMIT closed(entry->key);
}

} // namespace Notify
