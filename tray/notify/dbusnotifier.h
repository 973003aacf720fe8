// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "notify/notifier.h"

#include <QDBusConnection>
#include <QHash>

#include <memory>
#include <optional>

class QDBusMessage;

namespace Notify {

/**
 * Notices through org.freedesktop.Notifications. Qt's own implementation is not used: it loses notices
 * in panels of the old kind, has no actions, and takes answers to other programs for its own. Source:
 * Desktop Notifications Specification 1.2, with the ActivationToken of 1.3. The token is in the
 * environment while actionInvoked() is emitted, for windows and programs that open then. No call blocks
 * on the bus.
 */
class DBusNotifier : public Notifier
{
    Q_OBJECT

public:
    explicit DBusNotifier(const QDBusConnection &bus, QObject *parent = nullptr);

    void show(const Notice &notice) override;
    void close(const QString &key) override;
    bool isAvailable() const override { return m_isAvailable; }

private Q_SLOTS:
    void onActivationToken(uint id, const QString &token);
    void onActionInvoked(uint id, const QString &action);
    void onClosed(uint id, uint reason);

private:
    struct Shown {
        QString key;
        uint id = 0;
        QString activationToken; ///< of the click; its action follows
        bool isSending = false;
        bool isUnwanted = false;        ///< closed while it was being sent
        std::optional<Notice> followUp; ///< shown while it was being sent
    };
    using Entry = std::shared_ptr<Shown>;
    /// A signal about a notice whose id is not known yet: Qt may deliver it before the earlier reply.
    struct Early {
        uint id = 0;
        std::optional<QString> action; ///< nothing: it was closed
    };

    void askCapabilities();
    void onOwnerChanged(const QString &owner);
    void send(const Entry &entry, const Notice &notice);
    void onSent(const Entry &entry, const QDBusMessage &reply);
    void act(const Entry &entry, const QString &action);
    void take(const Entry &entry);
    void closeById(uint id);
    bool isSendingAny() const;
    void replayEarly(uint id);
    void setAvailable(bool available);
    QVariantList arguments(const Entry &entry, const Notice &notice) const;

    QDBusConnection m_bus;
    QHash<QString, Entry> m_byKey;
    QHash<uint, Entry> m_byId;
    QStringList m_capabilities;
    bool m_knowsCapabilities = false;
    bool m_isAvailable = false;
    bool m_hasComplained = false;
    QList<Early> m_early;
    QList<Notice> m_waiting; ///< until the capabilities are known
};

} // namespace Notify
