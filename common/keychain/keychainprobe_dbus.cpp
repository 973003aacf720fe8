// SPDX-License-Identifier: GPL-3.0-or-later
// The Secret Service API 0.2 of freedesktop.org: ReadAlias and the property Locked of a collection.
#include "common/async.h"
#include "keychain/keychainprobe.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

using namespace Qt::StringLiterals;

namespace {

using State = SecretStore::State;

const QString secretService = u"org.freedesktop.secrets"_s;
const QString noObject = u"/"_s;

QCoro::Task<QDBusMessage> answered(QDBusMessage call, std::chrono::milliseconds within)
{
    const Async::Completion<QDBusMessage> done;
    const QDBusPendingCall pending =
        QDBusConnection::sessionBus().asyncCall(call, int(within.count()));
    QDBusPendingCallWatcher watcher(pending);
    QObject::connect(&watcher, &QDBusPendingCallWatcher::finished, &watcher,
                     [done](QDBusPendingCallWatcher *self) { done.finish(self->reply()); });
    QDBusMessage answer = co_await done;
    co_return answer;
}

/// Whether this is a session of KDE: QtKeychain then prefers KWallet, which opens itself when it is used.
bool isKdeWallet()
{
    return qEnvironmentVariable("XDG_CURRENT_DESKTOP").contains(u"KDE"_s)
        && qEnvironmentVariableIsSet("KDE_SESSION_VERSION");
}

} // namespace

QCoro::Task<SecretStore::State> keychainState(std::chrono::milliseconds within)
{
    if (isKdeWallet())
        co_return State::Ready;
    if (!QDBusConnection::sessionBus().isConnected())
        co_return State::Unavailable;
    QDBusMessage whichDefault =
        QDBusMessage::createMethodCall(secretService, u"/org/freedesktop/secrets"_s,
                                       u"org.freedesktop.Secret.Service"_s, u"ReadAlias"_s);
    whichDefault << u"default"_s;
    const QDBusMessage found = co_await answered(whichDefault, within);
    const QDBusPendingReply<QDBusObjectPath> collection(found);
    if (collection.isError())
        co_return State::Unavailable;
    const QString path = collection.value().path();
    if (path == noObject) // no keyring exists: the first entry creates it, with the user's help
        co_return State::Ready;
    QDBusMessage isLocked = QDBusMessage::createMethodCall(
        secretService, path, u"org.freedesktop.DBus.Properties"_s, u"Get"_s);
    isLocked << u"org.freedesktop.Secret.Collection"_s << u"Locked"_s;
    const QDBusMessage told = co_await answered(isLocked, within);
    const QDBusPendingReply<QDBusVariant> locked(told);
    if (locked.isError())
        co_return State::Unavailable;
    co_return locked.value().variant().toBool() ? State::Locked : State::Ready;
}
